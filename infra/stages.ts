/** The environments this API is deployed to, and all in which they differ. */

import { RemovalPolicy } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'

interface StageSettings {
  /** What the whole API takes, of all stores together; beyond it callers get 429. */
  requestsPerSecond: number
  burst: number
  /** At 1,769 MB a Lambda has one core; below 1 GB what it saves per second it loses in seconds. */
  memoryMegabytes: number
  logLevel: 'DEBUG' | 'INFO' | 'WARN'
  logLifetime: RetentionDays
  /** What becomes of the log of an endpoint that is gone. */
  logOfTheGone: RemovalPolicy
  /** The owner is told when one answer in a hundred takes longer. */
  slowMilliseconds: number
  /** Whether the stack refuses to be deleted. */
  isProtected: boolean
}

export interface Stage extends StageSettings {
  name: string
}

const stages: Record<string, StageSettings> = {
  dev: {
    requestsPerSecond: 50,
    burst: 100,
    memoryMegabytes: 1024,
    logLevel: 'DEBUG',
    logLifetime: RetentionDays.TWO_WEEKS,
    logOfTheGone: RemovalPolicy.DESTROY,
    slowMilliseconds: 5000,
    isProtected: false,
  },
  prod: {
    requestsPerSecond: 500,
    burst: 1000,
    memoryMegabytes: 1024,
    logLevel: 'INFO',
    logLifetime: RetentionDays.THREE_MONTHS,
    logOfTheGone: RemovalPolicy.RETAIN,
    slowMilliseconds: 3000,
    isProtected: true,
  },
}

export function stageNamed(name: string): Stage {
  const settings = Object.hasOwn(stages, name) ? stages[name] : undefined
  if (settings) return { name, ...settings }
  throw new Error(`There is no stage ${name}: infra/stages.ts has ${Object.keys(stages).join(', ')}.`)
}
