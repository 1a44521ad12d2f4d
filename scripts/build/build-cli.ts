import { writeFile } from 'node:fs/promises'
import { VERSION } from '#lib/version.ts'
import { packCli } from './cli-package.ts'

/* `npm run build:cli`: writes the package of the command line, for npm. */

await writeFile(`keystrip-cli-${VERSION}.tgz`, await packCli())
