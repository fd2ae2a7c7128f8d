import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accounts from '../../../lib/accounts/index.ts'
import { event, order } from '../../support/checkout.ts'
import { call } from '../../support/store.ts'
import { newDirectory } from '../../support/temporary.ts'

interface ProcessResult {
  exitCode: number | null
  stdout: string
  stderr: string
}

/** Runs `npm run store` with this command line in a separate process. */
function run(line: string, environment: NodeJS.ProcessEnv = {}): Promise<ProcessResult> {
  const { STAGE: _, ...env } = process.env
  const child = spawn('npm', ['run', '--silent', 'store', '--', ...line.split(' ')], {
    env: { ...env, ...environment },
  })
  const result: ProcessResult = { exitCode: null, stdout: '', stderr: '' }
  child.stdout.on('data', chunk => {
    result.stdout += chunk
  })
  child.stderr.on('data', chunk => {
    result.stderr += chunk
  })
  return new Promise(resolve => child.on('close', exitCode => resolve({ ...result, exitCode })))
}

const directory = newDirectory()

test('prints one JSON document and nothing else, on the database that DYNAMODB_ENDPOINT names', {
  tags: ['long'],
}, async () => {
  const { exitCode, stdout, stderr } = await run('account create --name Tea --currency EUR --json')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const { account, keys } = JSON.parse(stdout)
  expect(Object.keys(keys)).toEqual(['Live', 'Test'])
  expect(await accounts.get(account)).toMatchObject({ name: 'Tea' })
})

test('prints only its result, even if the Lambda logs something', { tags: ['long'] }, async () => {
  const { account } = await accounts.create({ name: 'Tea', currency: 'EUR', features: [] })
  const file = join(directory, 'unknown.json')
  const event = { id: 'a', eventName: 'cart.unknown', account, mode: 'Test', createdOn: '2026-08-30', content: {} }
  writeFileSync(file, JSON.stringify(event))
  const plain = { POWERTOOLS_LOG_LEVEL: undefined, POWERTOOLS_METRICS_DISABLED: undefined }
  const { exitCode, stdout, stderr } = await run(`send ${file} --json`, plain)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ sent: 1, byName: { 'cart.unknown': 1 } })
})

test('fails with an exit code, one sentence on standard error, and nothing on standard output', {
  tags: ['long'],
}, async () => {
  expect(await run('account show 7 --json')).toEqual({ exitCode: 1, stdout: '', stderr: 'There is no account 7.\n' })
  expect(await run('account shw')).toMatchObject({ exitCode: 2, stdout: '' })
})

test('reports that the database does not respond', { tags: ['long'] }, async () => {
  const environment = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }
  const { exitCode, stdout, stderr } = await run('account list', environment)
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(/^The database does not answer: .*ECONNREFUSED.*\.\n$/)
})

test('uses the table of the running API, and fails if no API is running', { tags: ['long'] }, async () => {
  const settings = { DYNAMODB_ENDPOINT: '', TABLE_NAME: '' }
  const { account } = await accounts.create({ name: 'Tea', currency: 'EUR', features: [] })
  const show = () => run(`account show ${account} --data ${directory} --json`, settings)
  expect(await show()).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `No API is running on the data in ${directory}. Start the API first: npm start -- --data ${directory}\n`,
  })
  const { DYNAMODB_ENDPOINT: endpoint, DYNAMODB_ACCESS_KEY: accessKey, TABLE_NAME: table } = process.env
  const url = 'http://127.0.0.1:1'
  const running = { pid: process.pid, endpoint, accessKey, table, directory, url }
  writeFileSync(join(directory, 'running.json'), JSON.stringify(running))
  const { exitCode, stdout } = await show()
  expect({ exitCode, output: JSON.parse(stdout) }).toMatchObject({ exitCode: 0, output: { account, name: 'Tea' } })
})

/** A fake CloudFormation with one stack, whose table is in the tests' database. */
const cloudFormation = createServer((_request, response) => {
  const output = `<member><OutputKey>TableName</OutputKey><OutputValue>${process.env.TABLE_NAME}</OutputValue></member>`
  const stack = `<member><StackName>BackOffice-dev</StackName><Outputs>${output}</Outputs></member>`
  response.setHeader('Content-Type', 'text/xml')
  response.end(
    `<DescribeStacksResponse><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  )
})
beforeAll(() => new Promise<void>(resolve => cloudFormation.listen(0, '127.0.0.1', resolve)))
afterAll(() => cloudFormation.close())

const aws = () => ({
  AWS_REGION: 'local',
  AWS_ACCESS_KEY_ID: process.env.DYNAMODB_ACCESS_KEY,
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${(cloudFormation.address() as AddressInfo).port}`,
  AWS_ENDPOINT_URL_DYNAMODB: process.env.DYNAMODB_ENDPOINT,
  DYNAMODB_ENDPOINT: 'http://127.0.0.1:9',
})

test('uses the table of a stage in AWS, even if DYNAMODB_ENDPOINT is set', { tags: ['long'] }, async () => {
  const { account } = await accounts.create({ name: 'Store in AWS', currency: 'USD', features: [] })
  const { exitCode, stdout, stderr } = await run(`account show ${account} --stage dev --json`, aws())
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ account, name: 'Store in AWS' })
})

test('reports missing AWS credentials and a missing region in one sentence', { tags: ['long'] }, async () => {
  const noCredentials = {
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
  }
  const unset = {
    ...noCredentials,
    AWS_ACCESS_KEY_ID: undefined,
    AWS_SECRET_ACCESS_KEY: undefined,
    AWS_PROFILE: undefined,
    AWS_REGION: undefined,
    AWS_DEFAULT_REGION: undefined,
  }
  expect(await run('account list --stage dev', { ...aws(), ...unset, AWS_REGION: 'eu-west-1' })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'There are no AWS credentials: log in, or set AWS_PROFILE.\n',
  })
  expect(await run('account list --stage dev', { ...aws(), ...unset })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'There is no AWS region: set AWS_REGION.\n',
  })
})

test('Ctrl-C ends a command with exit code 130, and prints how to continue', { tags: ['long'] }, async () => {
  const { account } = await accounts.create({ name: 'Tea', currency: 'EUR', features: [] })
  const tenant = { account, mode: 'Test' } as const
  const file = join(directory, 'orders.json')
  writeFileSync(file, JSON.stringify(Array.from({ length: 200 }, () => event(tenant, 'order.completed', order()))))
  const child = spawn(process.execPath, ['infra/admin/store-command-line.ts', 'send', file])
  await expect.poll(async () => (await call('orders.list', tenant)).body.totalItems).toBeGreaterThan(0)
  child.kill('SIGINT')
  const [[exitCode], [stderr]] = await Promise.all([once(child, 'close'), once(child.stderr, 'data')])
  expect(exitCode).toBe(130)
  expect(String(stderr)).toMatch(
    /^Interrupted: \d+ of 200 events sent\. To send the others, add --resume \d+ to the same command\.\n$/,
  )
})
