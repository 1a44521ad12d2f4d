import { readFileSync } from 'node:fs'
import { DockerfileParser } from 'dockerfile-ast'

const DOCKERFILE = DockerfileParser.parse(readFileSync('deploy/docker/Dockerfile', 'utf8'))
const FROMS = DOCKERFILE.getFROMs()

/** The stages of deploy/docker/Dockerfile, and the images that they begin with. */
export const stages = FROMS.map((from) => ({
  name: from.getBuildStage() ?? '',
  image: from.getImage() ?? '',
}))

const instructions = DOCKERFILE.getInstructions().map((instruction) => {
  const { line } = instruction.getRange().start
  const before = FROMS.filter((from) => from.getRange().start.line <= line)
  return {
    keyword: instruction.getKeyword(),
    text: instruction.getArgumentsContent() ?? '',
    stage: before.at(-1)?.getBuildStage(),
  }
})

/** The arguments of all instructions with a keyword, of one stage or of all. */
export const textsOf = (keyword: string, stage?: string) =>
  instructions
    .filter((one) => one.keyword === keyword && (stage === undefined || one.stage === stage))
    .map(({ text }) => text)
