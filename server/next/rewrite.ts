/** The address that a middleware's response (`NextResponse.rewrite`) leads to, if it rewrites. */
export const rewriteOf = ({ headers }: Response) => headers.get('x-middleware-rewrite')
