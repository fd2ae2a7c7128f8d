/** A graph of the dashboard, half as wide as the page. */

import { GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'

export const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
  new GraphWidget({ title, left, right, width: 12 })
