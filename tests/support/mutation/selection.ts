/** Modules with rules that unit tests reach without a database: all their mutants are tested. */
export const SELECTED = [
  'lib/contract/{version,version-schema,parse-version,minimum-version,repository,route,text,list,fields}.ts',
  'backend/services/{statistic/popularity,access-token/format,project/sort-key,account/user-name}.ts',
  'lib/text/*.ts',
  'lib/{accept,auth/safe-path}.ts',
  'lib/catalogue/{featured,prefer-language,prefer-short,remember,rewrite,view}.ts',
  'server/{client-address,page-key,slots}.ts',
  'lib/limits/{buckets,networks,read-bounded,upload-slots,withdrawals}.ts',
  'backend/text/{decode,fold,language}.ts',
  'lib/project/*.ts',
  'lib/i18n/{entrance,format,path,percent,redirects}.ts',
]

/** Of the mutants of the others that unit tests reach, a sample is tested. Command line and scripts change files outside of the project. */
export const SAMPLED = ['{lib,backend,server,covers}/**/*.ts']
