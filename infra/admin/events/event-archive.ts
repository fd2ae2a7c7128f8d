/** The archive of the checkout bus of a stage, and its replays: they put archived events on the bus again. */

import {
  DescribeArchiveCommand,
  DescribeReplayCommand,
  EventBridgeClient,
  StartReplayCommand,
} from '@aws-sdk/client-eventbridge'
import { archiveOfStage, busOfStage } from '../stage.ts'

export interface Period {
  from: string
  to: string
}

export interface Replay extends Period {
  name: string
  state: string
  /** Why it failed, if AWS says so. */
  reason: string | null
  /** Time of the last event that it has sent; null if there is none yet. */
  lastEvent: string | null
}

export interface EventArchive {
  /** For how many days it keeps events. */
  days: () => Promise<number>
  /** Resolves with the name of the replay. */
  start: (period: Period) => Promise<string>
  find: (name: string) => Promise<Replay>
}

/** AWS allows letters, digits, dots, dashes and underscores. */
const newName = () => `store-${new Date().toISOString().replaceAll(':', '-')}`

const textOf = (date: Date | undefined) => date?.toISOString() ?? null

export function archiveIn(stage: string): EventArchive {
  const client = new EventBridgeClient({})
  return {
    days: async () => {
      const ArchiveName = (await archiveOfStage(stage)).replace(/^.*archive\//, '')
      const { RetentionDays = 0 } = await client.send(new DescribeArchiveCommand({ ArchiveName }))
      return RetentionDays || Number.POSITIVE_INFINITY
    },
    start: async ({ from, to }) => {
      const [EventSourceArn, Arn] = await Promise.all([archiveOfStage(stage), busOfStage(stage)])
      const [ReplayName, EventStartTime, EventEndTime] = [newName(), new Date(from), new Date(to)]
      const source = { ReplayName, EventSourceArn, EventStartTime, EventEndTime }
      await client.send(new StartReplayCommand({ ...source, Destination: { Arn } }))
      return ReplayName
    },
    find: name => findReplay(name, client),
  }
}

async function findReplay(name: string, client: EventBridgeClient): Promise<Replay> {
  const found = await client.send(new DescribeReplayCommand({ ReplayName: name }))
  return {
    name,
    state: found.State ?? 'UNKNOWN',
    reason: found.StateReason ?? null,
    from: textOf(found.EventStartTime) ?? '',
    to: textOf(found.EventEndTime) ?? '',
    lastEvent: textOf(found.EventLastReplayedTime),
  }
}
