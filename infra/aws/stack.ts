/** All of one environment. */

import { CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { routes as ourRoutes } from '../../lib/api.ts'
import type { Route } from '../../lib/http/route.ts'
import { workers as ourWorkers, type Worker } from '../../lib/workers.ts'
import { busOutput, senderOutput, tableOutput } from '../constants.ts'
import type { Stage } from '../stages.ts'
import { AlarmTopic, ServiceAlarm } from './alarms.ts'
import { Api } from './api.ts'
import { CheckoutBus } from './checkout-bus.ts'
import { CheckoutWorker } from './checkout-worker.ts'
import { Dashboard } from './dashboard.ts'
import type { Gateway } from './gateway.ts'
import { builtCode, idOf, type Making } from './handler.ts'
import { lambdaThrottles } from './metrics.ts'
import { StreamWorker } from './stream-worker.ts'
import { Table } from './table.ts'

interface BackOfficeProps {
  stage: Stage
  /** Who hears of alarms; nobody if not given. */
  alarmEmail?: string | undefined
  /** Those of the API if not given. */
  routes?: readonly Route[]
  /** What `npm run build` made if not given. */
  codeOf?: Making['codeOf']
}

/** What workers are made from. */
interface Surroundings extends Making {
  bus: CheckoutBus
  table: Table
  topic: AlarmTopic
}

const workersOf = (wanted: Worker['source']) => ourWorkers.filter(({ source }) => source === wanted)

export class BackOffice extends Stack {
  constructor(scope: Construct, id: string, props: BackOfficeProps) {
    const { stage, alarmEmail, routes = ourRoutes, codeOf = builtCode } = props
    super(scope, id, {
      description: `The back-office REST API, ${stage.name}.`,
      terminationProtection: stage.isProtected,
    })
    Tags.of(this).add('service', 'back-office')
    Tags.of(this).add('stage', stage.name)
    const making = { stage, codeOf }
    const topic = new AlarmTopic(this, 'Alarms', { email: alarmEmail })
    const table = new Table(this, 'Table', { topic })
    const { gateway } = new Api(this, 'Api', { ...making, routes, table, topic })
    const bus = new CheckoutBus(this, 'CheckoutBus')
    const workers = this.employ({ ...making, bus, table, topic })
    new ServiceAlarm(this, 'LambdasThrottled', {
      topic,
      description: 'Lambdas were not started: the account runs as many at once as AWS lets it.',
      metric: lambdaThrottles,
      threshold: 0,
    })
    new Dashboard(this, 'Dashboard', { stage, gateway, table, ...workers })
    this.announce({ gateway, table, bus })
  }

  private employ({ bus, ...around }: Surroundings) {
    const streamWorkers = workersOf('changes').map(
      worker => new StreamWorker(this, idOf(worker.name), { ...around, worker }),
    )
    const checkoutWorkers = workersOf('checkout').map(
      worker => new CheckoutWorker(this, idOf(worker.name), { ...around, worker, bus }),
    )
    return { streamWorkers, checkoutWorkers }
  }

  /** What people and the store command look up. */
  private announce({ gateway, table, bus }: { gateway: Gateway; table: Table; bus: CheckoutBus }): void {
    new CfnOutput(this, 'ApiUrl', { value: gateway.api.url })
    new CfnOutput(this, tableOutput, { value: table.resource.tableName })
    new CfnOutput(this, busOutput, { value: bus.resource.eventBusArn })
    new CfnOutput(this, senderOutput, { value: bus.sender.managedPolicyArn })
  }
}
