import '#lib/browser/zod-without-eval.ts'
import { fetchWhenConnected } from '#lib/browser/connection.ts'
import { isRouterNavigation } from '#server/next/router-request.ts'

window.fetch = fetchWhenConnected(window.fetch.bind(window), isRouterNavigation)
