/** The event bus that receives checkout events, and the policy that allows a sender to put them there. */

import { EventBus } from 'aws-cdk-lib/aws-events'
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { checkoutSource } from '../constants.ts'

export class CheckoutBus extends Construct {
  readonly resource: EventBus
  /** To be attached to the role of the checkout. */
  readonly senderPolicy: ManagedPolicy

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.resource = new EventBus(this, 'Bus', { description: 'Checkout events.' })
    this.senderPolicy = new ManagedPolicy(this, 'SenderPolicy', {
      description: 'Allows putting checkout events on the bus of the back office, and nothing else.',
      statements: [
        new PolicyStatement({
          actions: ['events:PutEvents'],
          resources: [this.resource.eventBusArn],
          /** Events of another source match no rule and would be lost without an error. */
          conditions: { StringEquals: { 'events:source': checkoutSource } },
        }),
      ],
    })
  }
}
