/** The gateway's own answer in place of a Lambda's, by API Gateway's name of it. */

import type { GatewayResponse } from '../gateway-problems.ts'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly response: GatewayResponse

  constructor(response: GatewayResponse, cause?: unknown) {
    super(response, { cause })
    this.response = response
  }
}
