/** Imitates API Gateway: checks requests in API Gateway's order, and sends its own reply or the reply of a Lambda. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Route } from '../../../lib/http/route.ts'
import {
  ApiGatewayError,
  apiGatewayProblems,
  apiGatewayReply,
  methodNotAllowedProblem,
} from '../../api-gateway-replies.ts'
import type { Invoke } from '../lambda.ts'
import { createAuthorize } from './authorization.ts'
import { readDecompressedBody } from './body.ts'
import { refuseConnect, refuseExpectation, refuseMalformed, refuseMissingHost } from './malformed-requests.ts'
import { proxyEventOf, splitUrl } from './proxy-event.ts'
import { type Reply, replyOf, sendReply } from './reply.ts'
import { matchPath, resourcesOf } from './routing.ts'

export interface ApiGatewayOptions {
  routes: Route[]
  invoke: Invoke
  /** Returns a page that exists only on this machine; null for any other path. */
  localPage?: (path: string) => Reply | null
  /**
   * This function is called after each request, except CONNECT and malformed requests. `path` does not include the
   * query, which may contain personal data.
   */
  onAnswer: (
    request: Record<'requestId' | 'method' | 'path', string> & Record<'status' | 'milliseconds', number>,
  ) => void
  /** This function is called with each error that the caller of the API did not cause. */
  onError: (error: unknown) => void
}

/** Creates a server that replies to invalid requests itself, because Node would send an empty reply or no reply. */
export function createApiGateway(options: ApiGatewayOptions): Server {
  const listen = (handle: Handle) => listener(handle, options)
  return createServer({ requireHostHeader: false }, listen(handler(options)))
    .on('checkExpectation', listen(refuseExpectation))
    .on('connect', refuseConnect)
    .on('clientError', refuseMalformed)
}

type Handle = (request: IncomingMessage, requestId: string) => Reply | Promise<Reply>

function listener(handle: Handle, { onAnswer, onError }: ApiGatewayOptions) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    try {
      await sendReply(await handle(request, requestId), request, response)
    } catch (error) {
      const hasClientLeft = !request.complete
      if (hasClientLeft) response.destroy()
      else await sendReply(errorReply(error, requestId, onError), request, response)
    }
    const { method = '', url = '' } = request
    const milliseconds = Math.round(performance.now() - startedAt)
    onAnswer({ requestId, method, path: splitUrl(url).path, status: response.statusCode, milliseconds })
  }
}

function handler({ routes, invoke, localPage = () => null }: ApiGatewayOptions) {
  const resources = resourcesOf(routes)
  const authorize = createAuthorize(invoke)

  return async (request: IncomingMessage, requestId: string): Promise<Reply> => {
    const { method = '', url = '' } = request
    const { path, query } = splitUrl(url)
    const body = await readDecompressedBody(request)
    const early = refuseMissingHost(request, requestId) ?? (method === 'GET' ? localPage(path) : null)
    if (early) return early
    const match = matchPath(resources, path)
    if (!match) throw new ApiGatewayError('MISSING_AUTHENTICATION_TOKEN')
    const { resource, params, matchedPath } = match
    const route = resource.routes.find(candidate => candidate.method === method)
    const isPublic = (route ? [route] : resource.routes).every(({ isPublic }) => isPublic)
    const caller = isPublic ? null : await authorize(request, matchedPath)
    /** As in API Gateway, the key is checked before the method, so a wrong key gets 401 with any method. */
    if (!route) return apiGatewayReply(methodNotAllowedProblem(resource.routes), requestId)
    const routed = { request, requestId, path, query, body, resource: resource.path, params, caller }
    return replyOf(await invoke(route.name, proxyEventOf(routed)))
  }
}

/**
 * Returns API Gateway's reply for an error. The caller gets the same reply whether a Lambda throws, its result is
 * malformed, or its result cannot be sent.
 */
function errorReply(error: unknown, requestId: string, onError: ApiGatewayOptions['onError']): Reply {
  const type = error instanceof ApiGatewayError ? error.responseType : 'DEFAULT_5XX'
  const reply = apiGatewayReply(apiGatewayProblems[type], requestId)
  if (reply.statusCode >= 500) onError(error instanceof ApiGatewayError ? (error.cause ?? error) : error)
  return reply
}
