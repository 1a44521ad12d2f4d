import type { RuleTester } from 'oxlint/plugins-dev'

/* Lint rule: a test that takes only status or headers of an answer cancels its body. */

type Rule = Parameters<RuleTester['run']>[1]
type Context = Parameters<NonNullable<Rule['create']>>[0]
type Handler = NonNullable<ReturnType<NonNullable<Rule['create']>>['AwaitExpression']>
type Await = Parameters<Handler>[0]
type Node = Await['parent']

/** What an answer is before its body. */
const HEAD = ['headers', 'ok', 'redirected', 'status', 'statusText', 'type', 'url']

/** The name of the property that is read, such as `status` of `answer.status`. */
const nameOf = (node: Node | null | undefined): string | undefined =>
  node?.type === 'MemberExpression' && node.property.type === 'Identifier'
    ? node.property.name
    : undefined

/** The variable of a name, where it is used. */
function variableOf(name: string, used: Node, { sourceCode }: Context) {
  let scope: ReturnType<typeof sourceCode.getScope> | null = sourceCode.getScope(used)
  while (scope && !scope.set.has(name)) scope = scope.upper
  return scope?.set.get(name)
}

/** Whether an expression is an answer: of `fetch`, of the `request` of an app, or of a function of the file that returns one of these. */
function isAnswer(node: Node, context: Context): boolean {
  if (node.type === 'AwaitExpression') return isAnswer(node.argument, context)
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  if (callee.type === 'Identifier') {
    const made = variableOf(callee.name, node, context)?.defs[0]?.node
    const init = made?.type === 'VariableDeclarator' ? made.init : undefined
    if (!made) return callee.name === 'fetch'
    return init?.type === 'ArrowFunctionExpression' && isAnswer(init.body, context)
  }
  if (callee.type !== 'MemberExpression' || nameOf(callee) !== 'request') return false
  const { object } = callee
  return (object.type === 'Identifier' ? object.name : nameOf(object)) === 'app'
}

/** Whether nothing but the head of an answer is used, or nothing at all. */
function isHeadAlone({ parent }: Await, { sourceCode }: Context): boolean {
  if (parent.type === 'ExpressionStatement') return true
  if (parent.type !== 'VariableDeclarator') return isOfHead(nameOf(parent))
  if (parent.id.type === 'ObjectPattern') {
    return parent.id.properties.every(
      (one) => one.type === 'Property' && one.key.type === 'Identifier' && isOfHead(one.key.name),
    )
  }
  return sourceCode
    .getDeclaredVariables(parent)
    .flatMap(({ references }) => references)
    .filter((one) => one.isRead())
    .every(({ identifier }) => isOfHead(nameOf(identifier.parent)))
}

const isOfHead = (name: string | undefined) => name !== undefined && HEAD.includes(name)

/** Whether code runs in a page of a browser, which closes what its page leaves. */
function isInPage(node: Node): boolean {
  if (node.type === 'Program') return false
  const isSent = node.type === 'CallExpression' && nameOf(node.callee) === 'evaluate'
  return isSent || isInPage(node.parent)
}

const rule: Rule = {
  create: (context) => ({
    AwaitExpression(node) {
      if (isAnswer(node, context) && isHeadAlone(node, context) && !isInPage(node)) {
        const message =
          'The body is left, and its file or connection stays open: headOnly (tests/support/head.ts).'
        context.report({ node, message })
      }
    },
  }),
}

export default { meta: { name: 'answers' }, rules: { 'no-unread': rule } }
