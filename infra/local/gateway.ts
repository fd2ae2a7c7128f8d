/** API Gateway on this machine: the same answers in the same order, the Lambdas' and its own. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Route } from '../../lib/http/route.ts'
import { gatewayAnswer, gatewayProblems } from '../gateway-problems.ts'
import { authorization } from './authorization.ts'
import { readBody } from './body.ts'
import { eventOf, targetOf } from './event.ts'
import type { Invoke } from './lambda.ts'
import { lacksHost, refuseConnect, refuseMalformed, unmetExpectation, withoutHost } from './malformed.ts'
import { Refusal } from './refusal.ts'
import { ownReply, type Reply, replyOf, send } from './reply.ts'
import { matchPath, type Resource, resourcesOf } from './routing.ts'

export interface Answered {
  requestId: string
  method: string
  /** Without the query, which may hold personal data. */
  path: string
  status: number
  milliseconds: number
}

export interface Surroundings {
  routes: Route[]
  invoke: Invoke
  /** Told of every request once it is answered. */
  onAnswer: (answered: Answered) => void
  /** Told what broke on our side. */
  onFault: (fault: unknown) => void
}

/** Where Node would refuse in words of its own, or in none, it leaves the answer to us. */
export function createGateway(surroundings: Surroundings): Server {
  const listen = (answer: Answer) => listener(answer, surroundings)
  return createServer({ requireHostHeader: false }, listen(answering(surroundings)))
    .on('checkExpectation', listen(unmetExpectation))
    .on('connect', refuseConnect)
    .on('clientError', refuseMalformed)
}

type Answer = (request: IncomingMessage, requestId: string) => Reply | Promise<Reply>

function listener(answer: Answer, { onAnswer, onFault }: Surroundings) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    try {
      await send(await answer(request, requestId), request, response)
    } catch (fault) {
      await refuse(fault, { request, response, requestId, onFault })
    }
    const { method = '', url = '' } = request
    const milliseconds = Math.round(performance.now() - startedAt)
    onAnswer({ requestId, method, path: targetOf(url).path, status: response.statusCode, milliseconds })
  }
}

function answering({ routes, invoke }: Surroundings) {
  const resources = resourcesOf(routes)
  const authorize = authorization(invoke)

  return async (request: IncomingMessage, requestId: string): Promise<Reply> => {
    const { method = '', url = '', headers } = request
    const { path, query } = targetOf(url)
    const body = await readBody(request)
    if (lacksHost(request)) return withoutHost(requestId)
    const match = matchPath(resources, path)
    if (!match) throw new Refusal('MISSING_AUTHENTICATION_TOKEN')
    const { resource, params } = match
    const route = resource.routes.find(candidate => candidate.method === method)
    const isOpen = (route ? [route] : resource.routes).every(({ access }) => access === 'public')
    const caller = isOpen ? null : await authorize({ header: headers.authorization, method, path })
    if (!route) return methodNotAllowed(resource, requestId)
    const arrived = { request, requestId, path, query, body }
    return replyOf(await invoke(route.name, eventOf(arrived, { resource: resource.path, params, caller })))
  }
}

/** In AWS a method that catches all the others answers this, behind the authorizer. */
function methodNotAllowed({ routes }: Resource, requestId: string): Reply {
  const headers = { Allow: routes.map(({ method }) => method).join(', ') }
  return ownReply(gatewayAnswer({ code: 'method_not_allowed', headers }, requestId))
}

interface Failed extends Pick<Surroundings, 'onFault'> {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
}

/** A Lambda that throws, and an answer that is none or cannot be sent, are all the same to the caller. */
async function refuse(fault: unknown, { request, response, requestId, onFault }: Failed): Promise<void> {
  const hasGone = !request.complete
  if (hasGone) return void response.destroy()
  const type = fault instanceof Refusal ? fault.response : 'DEFAULT_5XX'
  const answer = gatewayAnswer(gatewayProblems[type], requestId)
  if (answer.statusCode >= 500) onFault(fault instanceof Refusal ? (fault.cause ?? fault) : fault)
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  await send(ownReply(answer), request, response)
}
