/**
 * Runs the deployment in a separate process. Instead of npm and CDK, it calls programs that print their arguments.
 * @module-tag long
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDirectory } from '../support/temporary.ts'

/** The names of the tables in the fake AWS. */
let tables: string[] = []
const key = { KeyId: '1', Arn: 'arn:aws:kms:eu-west-1:1:key/1', KeyState: 'Enabled' }
let keyDescription = ''
/** The value of the stack's output `RollbackAlarmArns`. If it is empty, there is no stack. */
let rollbackAlarms = ''
const stackXml = (alarms: string) =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>s</StackName><Outputs><member><OutputKey>RollbackAlarmArns</OutputKey><OutputValue>${alarms}</OutputValue></member></Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`
const aws = createServer(async (request, response) => {
  const sent = await text(request)
  if (rollbackAlarms && sent.includes('Action=DescribeStacks')) return void response.end(stackXml(rollbackAlarms))
  const operation = String(request.headers['x-amz-target']).replace(/.*\./, '')
  if (operation === 'ListTables') return void response.end(JSON.stringify({ TableNames: tables }))
  if (operation === 'DescribeTable') return void response.end(JSON.stringify({ Table: { TableName: tables[0] } }))
  if (operation === 'ListKeys') return void response.end(JSON.stringify({ Keys: [key] }))
  if (operation === 'DescribeKey')
    return void response.end(JSON.stringify({ KeyMetadata: { ...key, Description: keyDescription } }))
  if (operation === 'ListTagsOfResource')
    return void response.end(
      JSON.stringify({
        Tags: [
          { Key: 'service', Value: 'back-office' },
          { Key: 'stage', Value: 'dev' },
        ],
      }),
    )
  response.statusCode = 400
  response.end(
    '<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack does not exist</Message></Error></ErrorResponse>',
  )
})
beforeAll(() => once(aws.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => aws.close())

const programs = newDirectory()
for (const name of ['npm', 'cdk'])
  writeFileSync(join(programs, name), `#!/bin/sh\necho "${name} $*"\n`, { mode: 0o755 })

const noCredentials = {
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_REGION: 'eu-west-1',
}
const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'test' }

async function run(command: string, args: string[], environment: NodeJS.ProcessEnv) {
  const { port } = aws.address() as AddressInfo
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, ...noCredentials, ...environment },
  })
  const [stdout, stderr, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode, stdout, stderr }
}

const deploy = (args: string[], environment: NodeJS.ProcessEnv = credentials) =>
  run(process.execPath, ['infra/deploy.ts', ...args], { PATH: `${programs}:${process.env.PATH}`, ...environment })

test('builds and deploys with the arguments given', async () => {
  expect(await deploy(['-c', 'stage=prod', '--require-approval', 'never'])).toEqual({
    exitCode: 0,
    stdout: 'npm run --silent build\ncdk deploy -c stage=prod --require-approval never\n',
    stderr: 'Deploying the stage prod.\n',
  })
})

const alarms = ['arn:aws:cloudwatch:eu-west-1:1:alarm:one', 'arn:aws:cloudwatch:eu-west-1:1:alarm:two']
const options = alarms.map(arn => `--rollback-trigger-alarm-arns ${arn}`).join(' ')

test.each([
  ['the alarms of the stack', alarms.join(','), '', ` ${options} --monitoring-time-minutes 10`],
  ['no alarms if it is the first deployment', '', '', ''],
  ['no alarms on demand', alarms.join(','), ' --no-rollback-alarms', ' --rollback-trigger-alarm-arns none'],
])('a stage with rollbackMinutes is rolled back by %s', async (_, found, given, passed) => {
  rollbackAlarms = found
  const { stdout } = await deploy(['-c', 'stage=staging', ...given.trim().split(' ').filter(Boolean)])
  rollbackAlarms = ''
  expect(stdout).toBe(`npm run --silent build\ncdk deploy -c stage=staging${passed}\n`)
})

test('is refused, and builds nothing, if the table of the stage was kept', async () => {
  tables = ['BackOffice-dev-Table-1']
  const { exitCode, stdout, stderr } = await deploy([])
  tables = []
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(/^Deploying dev would create an empty table/)
})

test('is refused if the table and the key of the stage were kept, with the settings for both', async () => {
  tables = ['BackOffice-dev-Table-1']
  keyDescription = 'Encrypts the secrets of stores of BackOffice-dev.'
  const { exitCode, stderr } = await deploy([])
  tables = []
  keyDescription = ''
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/tableName: 'BackOffice-dev-Table-1'.*\n\nDeploying dev would create a new key/s)
  expect(stderr).toContain("secretsKeyArn: 'arn:aws:kms:eu-west-1:1:key/1',")
})

test.each([
  [[], {}, 'There are no AWS credentials: log in, or set AWS_PROFILE.\n'],
  [[], { ...credentials, AWS_REGION: undefined }, 'There is no AWS region: set AWS_REGION.\n'],
  [
    ['--context=stage=production'],
    credentials,
    'Unknown stage "production". infra/stages.ts defines: dev, staging, prod.\n',
  ],
  [['-c', 'stag=prod'], credentials, '-c stag=prod is no setting of the stack: -c stage=NAME chooses the stage.\n'],
])('reports in one sentence why it cannot deploy: %j %j', async (args, environment, stderr) => {
  expect(await deploy(args, environment)).toEqual({ exitCode: 1, stdout: '', stderr })
})

/**
 * This deployment names an unknown stage, so that it fails before it runs CDK. npm would run the real CDK, not the
 * program that replaces CDK in the other tests.
 */
test('is what npm run deploy runs', async () => {
  const args = ['run', '--silent', 'deploy', '--', '-c', 'stage=production']
  const { exitCode, stderr } = await run('npm', args, credentials)
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(/^Unknown stage "production"\./) })
})
