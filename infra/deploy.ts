/**
 * `npm run deploy`: checks the stage, builds the bundles, and deploys the stack with CDK. All arguments except
 * `--no-rollback-alarms` are passed to CDK.
 */

import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findSecretsKeyFault } from './deployment-secrets-key-check.ts'
import { findTableFault } from './deployment-table-check.ts'
import { describeAwsSetupFault, errorMessageOrStack } from './error-text.ts'
import { readRollbackAlarmOptions } from './rollback-alarm-options.ts'
import { findStage } from './stages.ts'

/** Reads the stage and the AWS profile. CDK also gets these options. */
function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { context: { type: 'string', short: 'c', multiple: true }, profile: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  })
  const context = Array.isArray(values.context) ? values.context.map(String) : []
  const unknown = context.find(value => !/^(stage|@.+)=/.test(value))
  if (unknown) throw new Error(`-c ${unknown} is no setting of the stack: -c stage=NAME chooses the stage.`)
  const [, stage = 'dev'] = context.findLast(value => value.startsWith('stage='))?.split('=') ?? []
  return { stage, profile: typeof values.profile === 'string' ? values.profile : undefined }
}

/** With this option, a stage can be deployed while one of its rollback alarms is on. CDK does not know this option. */
const ignoreAlarms = '--no-rollback-alarms'

const run = (command: string, args: string[]): number => spawnSync(command, args, { stdio: 'inherit' }).status ?? 1

async function deploy(args: string[]): Promise<number> {
  const { stage, profile } = readOptions(args)
  if (profile) process.env.AWS_PROFILE = profile
  const settings = findStage(stage)
  const faults = [await findTableFault(settings), await findSecretsKeyFault(settings)]
  const message = faults.filter(fault => fault !== null).join('\n\n')
  if (message) throw new Error(message)
  const rollback = await readRollbackAlarmOptions(settings, args.includes(ignoreAlarms))
  console.error(`Deploying the stage ${stage}.`)
  const ownArgs = args.filter(arg => arg !== ignoreAlarms)
  return run('npm', ['run', '--silent', 'build']) || run('cdk', ['deploy', ...ownArgs, ...rollback])
}

try {
  process.exitCode = await deploy(process.argv.slice(2))
} catch (error) {
  console.error(describeAwsSetupFault(error) ?? errorMessageOrStack(error))
  process.exitCode = 1
}
