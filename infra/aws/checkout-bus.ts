/** Where the checkout puts its events: a bus of our own, and the policy that lets somebody do so. */

import { EventBus } from 'aws-cdk-lib/aws-events'
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { checkoutSource } from '../constants.ts'

export class CheckoutBus extends Construct {
  readonly resource: EventBus
  /** To be attached to whoever speaks for the checkout. */
  readonly sender: ManagedPolicy

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.resource = new EventBus(this, 'Bus', { description: 'What happens in the checkout.' })
    this.sender = new ManagedPolicy(this, 'Sender', {
      description: 'May tell the back office what happens in the checkout, and nothing else.',
      statements: [this.puttingAsCheckout()],
    })
  }

  /** Under no other name, as only the checkout's events have a rule. */
  private puttingAsCheckout(): PolicyStatement {
    return new PolicyStatement({
      actions: ['events:PutEvents'],
      resources: [this.resource.eventBusArn],
      conditions: { StringEquals: { 'events:source': checkoutSource } },
    })
  }
}
