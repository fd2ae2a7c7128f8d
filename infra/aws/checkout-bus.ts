/** The event bus for checkout events, its archive, and the permission of senders to put events on the bus. */

import { Duration } from 'aws-cdk-lib'
import { type Archive, EventBus } from 'aws-cdk-lib/aws-events'
import { Grant, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { checkoutSource } from '../../lib/core/aws-names.ts'
import type { Stage } from '../stages.ts'

/**
 * Senders may put only checkout events on the bus. An event of another source would match no rule, and would be lost
 * without an error.
 */
const ofCheckoutOnly = { StringEquals: { 'events:source': checkoutSource } }

export class CheckoutBus extends Construct {
  readonly resource: EventBus
  /** The command `store replay` sends the events of this archive again. */
  readonly archive: Archive
  /** This policy must be attached by hand to the role of the checkout. */
  readonly senderPolicy: ManagedPolicy

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    this.resource = new EventBus(this, 'Bus', { description: 'Checkout events.' })
    this.archive = this.resource.archive('Archive', {
      description: 'Checkout events, for a replay.',
      eventPattern: { source: [checkoutSource] },
      retention: Duration.days(stage.eventArchiveDays),
    })
    this.senderPolicy = new ManagedPolicy(this, 'SenderPolicy', {
      description: 'Allows putting checkout events on the bus of the back office, and nothing else.',
      statements: [
        new PolicyStatement({
          actions: ['events:PutEvents'],
          resources: [this.resource.eventBusArn],
          conditions: ofCheckoutOnly,
        }),
      ],
    })
  }

  /** Lets a Lambda put checkout events on the bus, and gives it the ARN of the bus. */
  grantPut(lambda: Lambda): void {
    const { eventBusArn } = this.resource
    const resourceArns = [eventBusArn]
    Grant.addToPrincipal({ grantee: lambda, actions: ['events:PutEvents'], resourceArns, conditions: ofCheckoutOnly })
    lambda.addEnvironment('CHECKOUT_BUS', eventBusArn)
  }
}
