import base from './playwright.config.ts'
export default {
  ...base,
  globalSetup: undefined,
  projects: undefined,
  reporter: 'list',
  workers: 1,
  outputDir: '/tmp/output-pw',
}
