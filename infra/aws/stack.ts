/** The CloudFormation stack of one environment. */

import { CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { routes as allRoutes } from '../../lib/api.ts'
import type { Route } from '../../lib/http/route.ts'
import { workers as allWorkers, type Worker } from '../../lib/workers.ts'
import {
  archiveOutput,
  busOutput,
  queueOutputs,
  restoreRoleOutput,
  senderOutput,
  stackTags,
  tableOutput,
  vaultOutput,
} from '../constants.ts'
import type { Stage } from '../stages.ts'
import { AlarmTopic } from './alarms.ts'
import { Api } from './api.ts'
import { BackupPlan } from './backup-plan.ts'
import { CheckoutBus } from './checkout-bus.ts'
import { CheckoutWorker } from './checkout-worker.ts'
import { Dashboard } from './dashboard.ts'
import { LambdaAlarms } from './lambda-alarms.ts'
import { bundledCode, constructId, type LambdaProps } from './lambda-function.ts'
import { MailWorker } from './mail-worker.ts'
import { PaymentGatewayAlarms } from './payment-gateway-alarms.ts'
import { ScheduledWorker } from './scheduled-worker.ts'
import { StreamDeadLetters, StreamWorker } from './stream-worker.ts'
import { Table } from './table.ts'

interface BackOfficeStackProps {
  stage: Stage
  /** The routes of the API; all of them by default. */
  routes?: readonly Route[]
  /** Returns the code of a Lambda; by default, the bundle made by `npm run build`. */
  codeOf?: LambdaProps['codeOf']
}

const workersOf = (source: Worker['source']) => allWorkers.filter(worker => worker.source === source)

type Workers = ReturnType<BackOfficeStack['addWorkers']>

export class BackOfficeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, routes = allRoutes, codeOf = bundledCode }: BackOfficeStackProps) {
    const { name, terminationProtection } = stage
    super(scope, id, { description: `The back-office REST API, ${name}.`, terminationProtection })
    for (const [key, value] of Object.entries(stackTags(name))) Tags.of(this).add(key, value)
    const table = new Table(this, 'Table', stage)
    const lambdaProps = { stage, codeOf, table }
    const { apiGateway, authorizer } = new Api(this, 'Api', { ...lambdaProps, routes })
    const bus = new CheckoutBus(this, 'CheckoutBus', stage)
    const streamDeadLetters = new StreamDeadLetters(this, 'StreamDeadLetters')
    const workersByKind = this.addWorkers(lambdaProps, bus, streamDeadLetters)
    const workers = Object.values(workersByKind).flatMap(kind => kind.map(({ lambda }) => lambda))
    new LambdaAlarms(this, 'Lambdas', { stage, workers, authorizer })
    const backupPlan = new BackupPlan(this, 'Backup', { stage, table })
    new PaymentGatewayAlarms(this, 'Payments', stage)
    const topic = new AlarmTopic(this, 'Alarms', stage)
    new Dashboard(this, 'Dashboard', { stage, apiGateway, table, streamDeadLetters, workers, ...workersByKind })
    this.addOutputs({
      ApiUrl: apiGateway.url,
      [tableOutput]: table.resource.tableName,
      [busOutput]: bus.resource.eventBusArn,
      [archiveOutput]: bus.archive.archiveArn,
      [senderOutput]: bus.senderPolicy.managedPolicyArn,
      [vaultOutput]: backupPlan.vault.backupVaultName,
      [restoreRoleOutput]: backupPlan.role.roleArn,
      AlarmTopicArn: topic.resource.topicArn,
    })
    this.addQueueOutputs(workersByKind, streamDeadLetters)
  }

  private addWorkers(props: LambdaProps, bus: CheckoutBus, deadLetters: StreamDeadLetters) {
    const streamWorkers = workersOf('changes').map(
      worker => new StreamWorker(this, constructId(worker.name), { ...props, worker, deadLetters }),
    )
    const checkoutWorkers = workersOf('checkout').map(
      worker => new CheckoutWorker(this, constructId(worker.name), { ...props, worker, bus }),
    )
    const mailWorkers = workersOf('mail').map(
      worker => new MailWorker(this, constructId(worker.name), { ...props, worker }),
    )
    const scheduledWorkers = workersOf('schedule').map(
      worker => new ScheduledWorker(this, constructId(worker.name), { ...props, worker, mailWorkers }),
    )
    return { streamWorkers, checkoutWorkers, mailWorkers, scheduledWorkers }
  }

  private addOutputs(outputs: Record<string, string>): void {
    for (const [id, value] of Object.entries(outputs)) new CfnOutput(this, id, { value })
  }

  private addQueueOutputs({ checkoutWorkers, mailWorkers }: Workers, { resource }: StreamDeadLetters): void {
    const { checkout, checkoutDeadLetters, mail, mailDeadLetters, streamDeadLetters } = queueOutputs
    for (const { queue } of checkoutWorkers)
      this.addOutputs({ [checkout]: queue.resource.queueUrl, [checkoutDeadLetters]: queue.deadLetters.queueUrl })
    for (const { queue } of mailWorkers)
      this.addOutputs({ [mail]: queue.resource.queueUrl, [mailDeadLetters]: queue.deadLetters.queueUrl })
    this.addOutputs({ [streamDeadLetters]: resource.queueUrl })
  }
}
