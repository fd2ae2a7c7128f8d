/**
 * Tables of the dashboard that query the access log. Metrics would cost more: CloudWatch bills 0.30 dollars a month for
 * each, and API Gateway has five for each endpoint, together about 80 dollars. A query costs 0.005 dollars per GB,
 * which is about two million requests.
 */

import { LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch'
import type { AccessLog } from './access-log.ts'

const table = (title: string, { group }: AccessLog, queryLines: string[]) =>
  new LogQueryWidget({
    title,
    queryLines,
    logGroupNames: [group.logGroupName],
    view: LogQueryVisualizationType.TABLE,
    width: 12,
    height: 8,
  })

/** A row without an account counts calls with a missing or wrong key. */
export const refusedCalls = (accessLog: AccessLog) =>
  table('Refused calls, by store', accessLog, [
    'filter status >= 400 and status < 500',
    'stats count(*) as calls by account, mode, status, method, resource',
    'sort calls desc',
    'limit 50',
  ])

export const endpointTimes = (accessLog: AccessLog) =>
  table('Time of each endpoint (ms), slowest first', accessLog, [
    'stats count(*) as calls, pct(milliseconds, 50) as p50, pct(milliseconds, 99) as p99 by method, resource',
    'sort p99 desc',
    'limit 100',
  ])
