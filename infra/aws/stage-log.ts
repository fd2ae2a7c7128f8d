/** A log group with the retention period and the removal policy of the stage. */

import { RemovalPolicy } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'

export class StageLog extends LogGroup {
  /** The number of bytes written to the log, which AWS bills. */
  readonly bytes: Metric

  constructor(scope: Construct, id: string, { logRetention, logRemovalPolicy }: Stage) {
    const removalPolicy = logRemovalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
    super(scope, id, { retention: logRetention, removalPolicy })
    this.bytes = new Metric({
      namespace: 'AWS/Logs',
      metricName: 'IncomingBytes',
      dimensionsMap: { LogGroupName: this.logGroupName },
      statistic: Stats.SUM,
    })
  }
}
