/** A Lambda that receives every checkout event, from a queue that a rule of the bus fills. */

import { Duration } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Construct } from 'constructs'
import { checkoutSource } from '../../lib/core/aws-names.ts'
import type { Stage } from '../stages.ts'
import { SilenceAlarm, ThresholdAlarm } from './alarm-kinds.ts'
import type { CheckoutBus } from './checkout-bus.ts'
import { type LambdaFunction, WorkerLambda, type WorkerProps } from './lambda-function.ts'
import { liveOrders, ownMetric } from './metrics.ts'
import { WorkerQueue } from './worker-queue.ts'

interface CheckoutWorkerProps extends WorkerProps {
  bus: CheckoutBus
}

/** An alarm of CloudWatch looks back at most seven days. */
const maxHours = 7 * 24

const message = { one: 'A checkout event', many: 'Checkout events', delayMeans: 'orders and carts are out of date' }

export class CheckoutWorker extends Construct {
  readonly queue: WorkerQueue
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, { bus, ...props }: CheckoutWorkerProps) {
    super(scope, id)
    this.lambda = new WorkerLambda(this, 'Lambda', props)
    this.queue = new WorkerQueue(this, 'Events', {
      lambda: this.lambda,
      /** If many events arrive at once, this limit leaves most of the account's concurrency to the endpoints. */
      maxConcurrency: props.stage.intakeConcurrency,
      message,
      severity: 'urgent',
    })
    this.addRule(bus)
    this.connectQueue()
    this.addOrderAlarm(props.stage)
    new ThresholdAlarm(this, 'UnknownEvents', {
      severity: 'notice',
      description: 'The checkout sent events whose names are unknown, so they were ignored.',
      runbook: 'Checkout events have unknown names',
      metric: ownMetric('UnknownEvents', props.stage),
    })
  }

  /**
   * Creates the alarm only if the stage has `maxHoursWithoutOrder`, because a shop that sells little has hours without
   * an order.
   */
  private addOrderAlarm(stage: Stage): void {
    const { name, maxHoursWithoutOrder: hours } = stage
    if (hours === undefined) return
    if (!Number.isInteger(hours) || hours < 1 || hours > maxHours)
      throw new Error(
        `maxHoursWithoutOrder of ${name} in infra/stages.ts must be a whole number of hours from 1 to ${maxHours}.`,
      )
    new SilenceAlarm(this, 'OrderSilence', {
      severity: 'urgent',
      description: `For ${hours} hours, no order was completed in Live mode.`,
      runbook: 'No order was completed',
      metric: liveOrders(stage),
      periods: hours,
      warmUp: Duration.hours(Math.min(hours, 48)),
    })
  }

  /**
   * If the bus cannot deliver an event within a day, the unchanged event goes to the dead-letter queue of the worker.
   */
  private addRule({ resource: eventBus }: CheckoutBus): void {
    const { resource, deadLetters: deadLetterQueue } = this.queue
    new Rule(this.queue, 'Rule', {
      description: 'Puts all checkout events into the queue.',
      eventBus,
      eventPattern: { source: [checkoutSource] },
      targets: [new SqsQueue(resource, { deadLetterQueue })],
    })
  }

  /**
   * Lets the worker delay retries in its queue, and move failed messages to its dead-letter queue, each with the reason
   * of the failure.
   */
  private connectQueue(): void {
    const { resource: lambda } = this.lambda
    const { resource: queue, deadLetters } = this.queue
    deadLetters.grant(lambda, 'sqs:SendMessage')
    lambda.addEnvironment('CHECKOUT_QUEUE_URL', queue.queueUrl)
    lambda.addEnvironment('CHECKOUT_DEAD_LETTERS_URL', deadLetters.queueUrl)
  }
}
