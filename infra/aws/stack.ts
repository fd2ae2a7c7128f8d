/** The CloudFormation stack of one environment. */

import { CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
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
import type { Gateway } from './gateway.ts'
import { LambdaAlarms } from './lambda-alarms.ts'
import { bundledCode, constructId, type LambdaProps } from './lambda-function.ts'
import { MailWorker } from './mail-worker.ts'
import { PaymentAlarms } from './payment-alarms.ts'
import { ScheduledWorker } from './scheduled-worker.ts'
import { StreamDeadLetters } from './stream-dead-letters.ts'
import { StreamWorker } from './stream-worker.ts'
import { Table } from './table.ts'

interface BackOfficeStackProps {
  stage: Stage
  /** The routes of the API; all of them by default. */
  routes?: readonly Route[]
  /** Returns the code of a Lambda; by default, the bundle made by `npm run build`. */
  codeOf?: LambdaProps['codeOf']
}

interface WorkerProps extends LambdaProps {
  bus: CheckoutBus
  streamDeadLetters: StreamDeadLetters
  table: Table
  topic: AlarmTopic
}

interface Outputs {
  gateway: Gateway
  table: Table
  bus: CheckoutBus
  topic: AlarmTopic
  backupPlan: BackupPlan
}

type Workers = ReturnType<BackOfficeStack['addWorkers']>

const workersOf = (source: Worker['source']) => allWorkers.filter(worker => worker.source === source)

export class BackOfficeStack extends Stack {
  constructor(scope: Construct, id: string, props: BackOfficeStackProps) {
    const { stage, routes = allRoutes, codeOf = bundledCode } = props
    super(scope, id, {
      description: `The back-office REST API, ${stage.name}.`,
      terminationProtection: stage.terminationProtection,
    })
    for (const [key, value] of Object.entries(stackTags(stage.name))) Tags.of(this).add(key, value)
    const topic = new AlarmTopic(this, 'Alarms', { stage })
    const table = new Table(this, 'Table', { stage, topic })
    const { gateway, authorizer } = new Api(this, 'Api', { stage, codeOf, routes, table, topic })
    const bus = new CheckoutBus(this, 'CheckoutBus', { stage })
    const streamDeadLetters = new StreamDeadLetters(this, 'StreamDeadLetters', { topic })
    const workersByKind = this.addWorkers({ stage, codeOf, bus, streamDeadLetters, table, topic })
    const workers = Object.values(workersByKind).flatMap(kind => kind.map(({ lambda }) => lambda))
    new LambdaAlarms(this, 'Lambdas', { stage, topic, workers, authorizer: authorizer.lambda })
    const backupPlan = new BackupPlan(this, 'Backup', { stage, table, topic })
    new PaymentAlarms(this, 'Payments', { stage, topic })
    new Dashboard(this, 'Dashboard', { stage, gateway, table, streamDeadLetters, workers, ...workersByKind })
    this.addOutputs({ gateway, table, bus, topic, backupPlan })
    this.addQueueOutputs(workersByKind, streamDeadLetters)
  }

  private addWorkers({ bus, streamDeadLetters: deadLetters, ...props }: WorkerProps) {
    const streamWorkers = workersOf('changes').map(
      worker => new StreamWorker(this, constructId(worker.name), { ...props, worker, deadLetters }),
    )
    const checkoutWorkers = workersOf('checkout').map(
      worker => new CheckoutWorker(this, constructId(worker.name), { ...props, worker, bus }),
    )
    const mailWorkers = workersOf('mail').map(
      worker => new MailWorker(this, constructId(worker.name), { ...props, worker }),
    )
    const scheduledWorkers = workersOf('schedule').map(worker => {
      const scheduled = new ScheduledWorker(this, constructId(worker.name), { ...props, worker })
      if (worker.relaysMail) for (const mailWorker of mailWorkers) mailWorker.grantRelay(scheduled.lambda)
      return scheduled
    })
    return { streamWorkers, checkoutWorkers, mailWorkers, scheduledWorkers }
  }

  private addOutputs({ gateway, table, bus, topic, backupPlan }: Outputs): void {
    new CfnOutput(this, 'ApiUrl', { value: gateway.url })
    new CfnOutput(this, tableOutput, { value: table.resource.tableName })
    new CfnOutput(this, busOutput, { value: bus.resource.eventBusArn })
    new CfnOutput(this, archiveOutput, { value: bus.archive.archiveArn })
    new CfnOutput(this, senderOutput, { value: bus.senderPolicy.managedPolicyArn })
    new CfnOutput(this, vaultOutput, { value: backupPlan.vault.backupVaultName })
    new CfnOutput(this, restoreRoleOutput, { value: backupPlan.role.roleArn })
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.resource.topicArn })
  }

  private addQueueOutputs(workers: Workers, streamDeadLetters: StreamDeadLetters): void {
    const addOutput = (key: keyof typeof queueOutputs, { queueUrl: value }: Queue) =>
      new CfnOutput(this, queueOutputs[key], { value })
    for (const { queue } of workers.checkoutWorkers) {
      addOutput('checkout', queue.resource)
      addOutput('checkoutDeadLetters', queue.deadLetters)
    }
    for (const { queue } of workers.mailWorkers) {
      addOutput('mail', queue.resource)
      addOutput('mailDeadLetters', queue.deadLetters)
    }
    addOutput('streamDeadLetters', streamDeadLetters.resource)
  }
}
