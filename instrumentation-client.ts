import '#lib/browser/zod-without-eval.ts'
