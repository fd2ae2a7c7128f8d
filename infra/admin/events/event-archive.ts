/**
 * Reads the archive in which AWS keeps the checkout events of a stage. Also starts replays, which put archived events
 * on the bus again.
 */

import {
  DescribeArchiveCommand,
  DescribeReplayCommand,
  EventBridgeClient,
  StartReplayCommand,
} from '@aws-sdk/client-eventbridge'
import { stackOutputs } from '../../constants.ts'
import { readStackOutput } from '../stack-outputs.ts'

export interface Period {
  from: string
  to: string
}

export interface Replay extends Period {
  name: string
  state: string
  /** AWS does not give a reason for every failure. */
  reason: string | null
  /** The time of the last replayed event; null before the first event was replayed. */
  lastEvent: string | null
}

const textOf = (date: Date | undefined) => date?.toISOString() ?? null

export type EventArchive = ReturnType<typeof openEventArchive>

export function openEventArchive(stage: string) {
  const client = new EventBridgeClient({})
  return {
    /** Returns the number of days for which the archive keeps events. */
    retentionDays: async (): Promise<number> => {
      const ArchiveName = (await readStackOutput(stage, stackOutputs.archive)).replace(/^.*archive\//, '')
      const { RetentionDays = 0 } = await client.send(new DescribeArchiveCommand({ ArchiveName }))
      return RetentionDays || Number.POSITIVE_INFINITY
    },
    /** Starts a replay, and returns its name. AWS allows no colons in the name. */
    startReplay: async ({ from, to }: Period): Promise<string> => {
      const outputs = [stackOutputs.archive, stackOutputs.bus].map(output => readStackOutput(stage, output))
      const [EventSourceArn, Arn] = await Promise.all(outputs)
      const ReplayName = `store-${new Date().toISOString().replaceAll(':', '-')}`
      const period = { EventStartTime: new Date(from), EventEndTime: new Date(to) }
      await client.send(new StartReplayCommand({ ReplayName, EventSourceArn, ...period, Destination: { Arn } }))
      return ReplayName
    },
    findReplay: async (name: string): Promise<Replay> => {
      const found = await client.send(new DescribeReplayCommand({ ReplayName: name }))
      return {
        name,
        state: found.State ?? 'UNKNOWN',
        reason: found.StateReason ?? null,
        from: textOf(found.EventStartTime) ?? '',
        to: textOf(found.EventEndTime) ?? '',
        lastEvent: textOf(found.EventLastReplayedTime),
      }
    },
  }
}
