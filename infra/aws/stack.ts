/** The CloudFormation stack of one environment. */

import { CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { routes } from '../../lib/api.ts'
import { workers as allWorkers, type Worker } from '../../lib/workers.ts'
import { queueOutputs, stackOutputs, stackTags } from '../constants.ts'
import { requireReservableConcurrency, type Stage } from '../stages.ts'
import { rollbackAlarmArnList } from './alarm-kinds.ts'
import { AlarmTopics } from './alarm-topics.ts'
import { Api } from './api.ts'
import { BackupPlan } from './backup-plan.ts'
import { CheckoutBus } from './checkout-bus.ts'
import { CheckoutWorker } from './checkout-worker.ts'
import { Dashboard } from './dashboard.ts'
import { LambdaAlarms } from './lambda-alarms.ts'
import { bundledCode, constructId, type LambdaProps } from './lambda-function.ts'
import { MailWorker } from './mail-worker.ts'
import { PaymentGatewayAlarms } from './payment-gateway-alarms.ts'
import { ownRepository, setRepository } from './runbook.ts'
import { ScheduledWorker } from './scheduled-worker.ts'
import { SecretsKey } from './secrets-key.ts'
import { type CommandSource, ownSource, StoreCommandProject } from './store-command-project.ts'
import { StreamDeadLetters, StreamWorker } from './stream-worker.ts'
import { Table } from './table.ts'
import type { WorkerQueue } from './worker-queue.ts'

interface BackOfficeStackProps {
  stage: Stage
  /** Returns the code of a Lambda; by default, the bundle made by `npm run build`. */
  codeOf?: LambdaProps['codeOf']
  /** Returns the code that runs commands in AWS; by default, this repository. */
  sourceOf?: (scope: Construct) => CommandSource
  /** Alarms link to this web page of the repository. By default, the page is read from package.json. */
  repository?: string | null
}

const workersOf = (source: Worker['source']) => allWorkers.filter(worker => worker.source === source)

/**
 * Returns the only worker for checkout events or for mails. Throws if there is no such worker or several of them,
 * because the stack has outputs for one queue of each kind.
 */
function workerOf(source: 'checkout' | 'mail'): Worker {
  const [worker, ...others] = workersOf(source)
  if (!worker || others.length > 0) throw new Error(`lib/workers.ts must define one worker of ${source}.`)
  return worker
}

const descriptionOf = ({ name, terminationProtection }: Stage) => ({
  description: `The back-office REST API, ${name}.`,
  terminationProtection,
})

export class BackOfficeStack extends Stack {
  constructor(scope: Construct, id: string, props: BackOfficeStackProps) {
    const { stage, codeOf = bundledCode, sourceOf = ownSource, repository = ownRepository } = props
    super(scope, id, descriptionOf(stage))
    for (const [key, value] of Object.entries(stackTags(stage.name))) Tags.of(this).add(key, value)
    setRepository(this, repository)
    const table = new Table(this, 'Table', stage)
    const lambdaProps = { stage, codeOf, table, secretsKey: new SecretsKey(this, 'Secrets', stage) }
    const bus = new CheckoutBus(this, 'CheckoutBus', stage)
    const { apiGateway, authorizer } = new Api(this, 'Api', { ...lambdaProps, routes, bus })
    const streamDeadLetters = new StreamDeadLetters(this, 'StreamDeadLetters')
    const workersByKind = this.addWorkers(lambdaProps, bus, streamDeadLetters)
    const { workers, checkoutWorker, mailWorker } = workersByKind
    new LambdaAlarms(this, 'Lambdas', { stage, workers, authorizer })
    const { vault, role: restoreRole } = new BackupPlan(this, 'Backup', { stage, table })
    new StoreCommandProject(this, 'StoreCommands', { stage, table, restoreRole, sourceOf })
    this.addAlarms(stage)
    new Dashboard(this, 'Dashboard', { stage, apiGateway, table, streamDeadLetters, ...workersByKind })
    this.addOutputs({
      [stackOutputs.apiUrl]: apiGateway.url,
      [stackOutputs.table]: table.resource.tableName,
      [stackOutputs.bus]: bus.resource.eventBusArn,
      [stackOutputs.archive]: bus.archive.archiveArn,
      [stackOutputs.senderPolicy]: bus.senderPolicy.managedPolicyArn,
      [stackOutputs.vault]: vault.backupVaultName,
      [stackOutputs.restoreRole]: restoreRole.roleArn,
      ...queueOutputsOf(checkoutWorker.queue, mailWorker.queue, streamDeadLetters.resource),
    })
  }

  private addWorkers(props: LambdaProps, bus: CheckoutBus, deadLetters: StreamDeadLetters) {
    requireReservableConcurrency(props.stage)
    const streamWorkers = workersOf('changes').map(
      worker => new StreamWorker(this, constructId(worker.name), { ...props, worker, deadLetters }),
    )
    const [checkout, mail] = [workerOf('checkout'), workerOf('mail')]
    const checkoutWorker = new CheckoutWorker(this, constructId(checkout.name), { ...props, worker: checkout, bus })
    const mailWorker = new MailWorker(this, constructId(mail.name), { ...props, worker: mail })
    const scheduledWorkers = workersOf('schedule').map(
      worker => new ScheduledWorker(this, constructId(worker.name), { ...props, worker, mailWorker }),
    )
    const workers = [...streamWorkers, checkoutWorker, mailWorker, ...scheduledWorkers].map(({ lambda }) => lambda)
    return { streamWorkers, checkoutWorker, mailWorker, workers }
  }

  /** The topics are created after all alarms of the stack, because they are connected only to existing alarms. */
  private addAlarms(stage: Stage): void {
    new PaymentGatewayAlarms(this, 'Payments', stage)
    const { urgent, notice } = new AlarmTopics(this, 'Alarms', stage)
    this.addOutputs({
      [stackOutputs.urgentTopic]: urgent.topicArn,
      [stackOutputs.noticeTopic]: notice.topicArn,
      [stackOutputs.rollbackAlarms]: rollbackAlarmArnList(this),
    })
  }

  private addOutputs(outputs: Record<string, string>): void {
    for (const [id, value] of Object.entries(outputs)) new CfnOutput(this, id, { value })
  }
}

const queueOutputsOf = (checkout: WorkerQueue, mail: WorkerQueue, streamDeadLetters: Queue) => ({
  [queueOutputs.checkout]: checkout.resource.queueUrl,
  [queueOutputs.checkoutMapping]: checkout.mappingId,
  [queueOutputs.checkoutDeadLetters]: checkout.deadLetters.queueUrl,
  [queueOutputs.mail]: mail.resource.queueUrl,
  [queueOutputs.mailDeadLetters]: mail.deadLetters.queueUrl,
  [queueOutputs.streamDeadLetters]: streamDeadLetters.queueUrl,
})
