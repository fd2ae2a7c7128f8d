/** All of one environment. */

import { CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { routes as ourRoutes } from '../../lib/api.ts'
import type { Route } from '../../lib/http/route.ts'
import { workers as ourWorkers } from '../../lib/workers.ts'
import { tableOutput } from '../agreements.ts'
import type { Stage } from '../stages.ts'
import { AlarmTopic, Alert } from './alarms.ts'
import { Api } from './api.ts'
import { Dashboard } from './dashboard.ts'
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
    const tells = new AlarmTopic(this, 'Alarms', { email: alarmEmail })
    const table = new Table(this, 'Table', { tells })
    const { gateway } = new Api(this, 'Api', { ...making, routes, table, tells })
    const workers = ourWorkers.map(
      worker => new StreamWorker(this, idOf(worker.name), { ...making, worker, table, tells }),
    )
    new Alert(this, 'LambdasThrottled', {
      tells,
      saying: 'Lambdas were not started: the account runs as many at once as AWS lets it.',
      metric: lambdaThrottles,
      threshold: 0,
    })
    new Dashboard(this, 'Dashboard', { stage, gateway, table, workers })
    new CfnOutput(this, 'ApiUrl', { value: gateway.api.url })
    new CfnOutput(this, tableOutput, { value: table.resource.tableName })
  }
}
