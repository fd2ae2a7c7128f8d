/** Asks the authorizer who is calling, and remembers its answer by the header as API Gateway does. */

import type { APIGatewayAuthorizerResult, PolicyDocument, Statement } from 'aws-lambda'
import { authorizerCacheSeconds } from '../constants.ts'
import type { Invoke } from './lambda.ts'
import { Refusal } from './refusal.ts'

/** What a Lambda sees of the authorizer's answer; every value has become text. */
export type Caller = Record<string, string>

/** So that a flood of wrong keys does not fill the memory. */
const mostKept = 1000

const apiArn = 'arn:aws:execute-api:local:000000000000:local/local'

const asPattern = (resource: string) =>
  new RegExp(
    `^${resource
      .replace(/[\\^$.+()[\]{}|]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  )

const speaksOf = (statement: Statement, arn: string) =>
  'Resource' in statement &&
  [statement.Resource].flat().some(resource => asPattern(String(resource)).test(arn))

/** A remembered answer serves other methods too, so that its policy is read anew for each. */
function allows({ Statement }: PolicyDocument, arn: string): boolean {
  const effects = Statement.filter(statement => speaksOf(statement, arn)).map(({ Effect }) => Effect)
  return effects.includes('Allow') && !effects.includes('Deny')
}

function callerIn({ principalId, context = {} }: APIGatewayAuthorizerResult): Caller {
  const values = Object.entries(context ?? {}).map(([name, value]) => [name, String(value)])
  return { ...Object.fromEntries(values), principalId }
}

export interface Asked {
  header: string | undefined
  method: string
  path: string
}

export function authorization(invoke: Invoke) {
  const remembered = new Map<string, { until: number; answer: APIGatewayAuthorizerResult }>()

  async function ask(authorizationToken: string, methodArn: string): Promise<APIGatewayAuthorizerResult> {
    const known = remembered.get(authorizationToken)
    if (known && known.until > Date.now()) return known.answer
    const event = { type: 'TOKEN', authorizationToken, methodArn }
    const answer = (await invoke('authorizer', event)) as APIGatewayAuthorizerResult
    remembered.delete(authorizationToken)
    remembered.set(authorizationToken, { until: Date.now() + authorizerCacheSeconds * 1000, answer })
    for (const [oldest] of remembered) if (remembered.size > mostKept) remembered.delete(oldest)
    return answer
  }

  return async ({ header, method, path }: Asked): Promise<Caller> => {
    if (!header) throw new Refusal('UNAUTHORIZED')
    const arn = `${apiArn}/${method}${path}`
    const answer = await ask(header, arn).catch(fault => {
      throw new Refusal('AUTHORIZER_FAILURE', fault)
    })
    if (!allows(answer.policyDocument, arn)) throw new Refusal('ACCESS_DENIED')
    return callerIn(answer)
  }
}
