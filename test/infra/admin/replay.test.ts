import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  DescribeArchiveCommand,
  DescribeReplayCommand,
  EventBridgeClient,
  type ReplayState,
  StartReplayCommand,
} from '@aws-sdk/client-eventbridge'
import { beforeEach, expect, inject, test } from 'vitest'
import type { Replay } from '../../../infra/admin/events/event-archive.ts'
import { waitForReplay } from '../../../infra/admin/events/replay.ts'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { mockAws, stackWithOutputs } from '../../support/mock-aws.ts'

const stacks = mockAws(CloudFormationClient)
const bridge = mockAws(EventBridgeClient)
const bus = 'arn:aws:events:eu-west-1:000000000000:event-bus/checkout'
const archive = 'arn:aws:events:eu-west-1:000000000000:archive/CheckoutArchive-1'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const [from, to] = [hoursAgo(48), hoursAgo(24)]

const setState = (State: ReplayState, StateReason?: string) =>
  bridge
    .on(DescribeReplayCommand)
    .resolves({
      State,
      StateReason,
      EventStartTime: new Date(from),
      EventEndTime: new Date(to),
      EventLastReplayedTime: new Date('2026-11-20T08:30:00Z'),
    })

/**
 * A command with `--stage` sets environment variables of the stage and does not reset them, so each test sets them
 * again.
 */
beforeEach(() => {
  process.env.DYNAMODB_ENDPOINT = inject('dynamodbEndpoint')
  stacks.reset()
  bridge.reset()
  const outputs = { TableName: 'table', CheckoutBusArn: bus, CheckoutArchiveArn: archive }
  stacks.on(DescribeStacksCommand).resolves(stackWithOutputs(outputs))
  bridge.on(DescribeArchiveCommand).resolves({ RetentionDays: 30 })
  bridge.on(StartReplayCommand).resolves({})
  setState('COMPLETED')
})

const starts = () => bridge.commandCalls(StartReplayCommand).map(({ args: [{ input }] }) => input)
const replay = (...options: string[]) => runStoreCommandLine(['replay', '--stage', 'prod', ...options])

test('sends the archived events of a period to the bus again, and waits for the end', async () => {
  const { exitCode, output, errors } = await replay('--from', from, '--to', to, '--json')
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  expect(starts()).toEqual([
    {
      ReplayName: expect.stringMatching(/^[.\-_A-Za-z0-9]{1,64}$/),
      EventSourceArn: archive,
      EventStartTime: new Date(from),
      EventEndTime: new Date(to),
      Destination: { Arn: bus },
    },
  ])
  expect(JSON.parse(output)).toEqual({
    name: starts()[0]?.ReplayName,
    state: 'COMPLETED',
    reason: null,
    from,
    to,
    lastEvent: '2026-11-20T08:30:00.000Z',
  })
  expect(bridge.commandCalls(DescribeArchiveCommand)[0]?.args[0].input).toEqual({ ArchiveName: 'CheckoutArchive-1' })
})

test('says which events a replay until now may have missed', async () => {
  const end = new Date()
  bridge.on(DescribeReplayCommand).resolves({ State: 'COMPLETED', EventStartTime: new Date(from), EventEndTime: end })
  const { output } = await replay('--from', from)
  const since = new Date(end.getTime() - 600_000).toISOString()
  expect(output).toMatch(new RegExp(`up to ten minutes late\\. After .* UTC, replay the last ones: --from ${since}$`))
  setState('COMPLETED')
  expect((await replay('--from', from, '--to', to)).output).not.toContain('late')
})

test('ends now by default, and a second replay has another name', async () => {
  await replay('--from', from)
  await replay('--from', from)
  const [first, second] = starts()
  expect(Date.now() - (first?.EventEndTime?.getTime() ?? 0)).toBeLessThan(60_000)
  expect(first?.ReplayName).not.toBe(second?.ReplayName)
})

test('prints a table, and what happens to the events', async () => {
  const { output } = await replay('--from', from)
  expect(output).toMatch(/^replay +store-.+\nstate +COMPLETED\n/)
  expect(output).toContain('last event  2026-11-20 08:30 UTC\n\nEvents that had been applied change nothing.')
})

test('shows a replay that was started before', async () => {
  const { exitCode, output } = await replay('--name', 'store-1')
  expect({ exitCode, starts: starts() }).toEqual({ exitCode: 0, starts: [] })
  expect(output).toContain('store-1')
})

test('fails if the replay fails', async () => {
  setState('FAILED', 'The rule is gone.')
  expect(await replay('--from', from)).toMatchObject({ exitCode: 1, errors: 'The replay is FAILED: The rule is gone.' })
})

const future = hoursAgo(-1)

test.each([
  ['no period', [], '--from or --name is required.'],
  ['an end in the future', ['--from', from, '--to', future], '--to must not be in the future.'],
  ['an end before its begin', ['--from', to, '--to', from], '--from must be before --to.'],
  ['a begin in the future', ['--from', future], '--from must be before --to.'],
  ['no dates', ['--from', 'yesterday'], '--from must be an ISO 8601 date.'],
  ['both a name and a period', ['--from', from, '--name', 'x'], '--from or --name is required.'],
])('refuses %s', async (_, options, fault) => {
  const { exitCode, errors } = await replay(...options)
  expect(exitCode).toBe(2)
  expect(errors).toContain(fault)
  expect(starts()).toEqual([])
})

test('refuses a begin from which the archive keeps no events any more', async () => {
  const { exitCode, errors } = await replay('--from', hoursAgo(31 * 24))
  expect({ exitCode, starts: starts() }).toEqual({ exitCode: 1, starts: [] })
  expect(errors).toMatch(/^The archive keeps events for 30 days: --from must not be before .+ UTC\.$/)
})

test('an archive without a limit has all periods', async () => {
  bridge.on(DescribeArchiveCommand).resolves({ RetentionDays: 0 })
  expect(await replay('--from', '2020-01-01')).toMatchObject({ exitCode: 0 })
})

test('needs a stage', async () => {
  expect(await runStoreCommandLine(['replay', '--from', from])).toMatchObject({
    exitCode: 1,
    errors: 'Only the bus of a stage has an archive: add --stage. Here, send the files again.',
  })
})

test('reports how far a replay is until it ends, and how to see its state after Ctrl-C', async () => {
  const states = ['STARTING', 'RUNNING', 'COMPLETED']
  const find = async (name: string): Promise<Replay> => ({
    name,
    state: states.shift() ?? '',
    reason: null,
    from,
    to,
    lastEvent: states.length === 1 ? '2026-11-20T08:30:00.000Z' : null,
  })
  const reports: string[] = []
  const { state } = await waitForReplay(
    'store-1',
    { findReplay: find },
    ({ text, hint }) => reports.push(`${text}|${hint}`),
    1,
  )
  const hint = 'The replay goes on in AWS. To see its state, run the command with --name store-1 instead of times.'
  expect(reports).toEqual([
    `STARTING: events sent until -|${hint}`,
    `RUNNING: events sent until 2026-11-20 08:30 UTC|${hint}`,
  ])
  expect(state).toBe('COMPLETED')
})
