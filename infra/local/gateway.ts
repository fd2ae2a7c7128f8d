/** API Gateway on this machine: the same answers in the same order, the Lambdas' and its own. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Route } from '../../lib/http/route.ts'
import { gatewayAnswer, gatewayProblems } from '../gateway-problems.ts'
import { authorization } from './authorization.ts'
import { readBody } from './body.ts'
import { eventOf, targetOf } from './event.ts'
import type { Invoke } from './lambda.ts'
import { Refusal } from './refusal.ts'
import { ownReply, type Reply, replyOf, send } from './reply.ts'
import { matchPath, type Resource, resourcesOf } from './routing.ts'

export interface Answered {
  requestId: string
  method: string
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

export function createGateway(surroundings: Surroundings): Server {
  const answer = answering(surroundings)
  const server = createServer(async (request, response) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    try {
      await send(await answer(request, requestId), request, response)
    } catch (fault) {
      await refuse(fault, { request, response, requestId, onFault: surroundings.onFault })
    }
    const { method = '', url = '' } = request
    const milliseconds = Math.round(performance.now() - startedAt)
    surroundings.onAnswer({ requestId, method, path: url, status: response.statusCode, milliseconds })
  })
  return server.on('clientError', refuseMalformed)
}

function answering({ routes, invoke }: Surroundings) {
  const resources = resourcesOf(routes)
  const authorize = authorization(invoke)

  return async (request: IncomingMessage, requestId: string): Promise<Reply> => {
    const { method = '', url = '', headers } = request
    const { path, query } = targetOf(url)
    const body = await readBody(request)
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

/** What is no HTTP at all never becomes a request. */
function refuseMalformed(_fault: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const { headers, body } = gatewayAnswer(gatewayProblems.DEFAULT_4XX, randomUUID())
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
}
