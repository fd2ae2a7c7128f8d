import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import type { Asset } from 'aws-cdk-lib/aws-s3-assets'
import { expect, onTestFinished, test } from 'vitest'
import { restoredTableName } from '../../../infra/admin/restore/start-restore.ts'
import { ownSource } from '../../../infra/aws/store-command-project.ts'
import { commandProjectVariable } from '../../../infra/constants.ts'
import { newDirectory } from '../../support/temporary.ts'
import { statementsOf, template } from './template.ts'

const stack = template()
const statements = statementsOf('StoreCommands', stack)
const resourcesOf = (action: string) =>
  statements.filter(({ Action }) => [Action].flat().includes(action)).flatMap(({ Resource }) => [Resource].flat())

test('runs the command of a variable, for the stage, for as long as CodeBuild allows', () => {
  const [{ Properties }] = stack.ofType('CodeBuild::Project') as any
  expect(Properties.Source.BuildSpec).toContain('npm run --silent store -- $COMMAND --stage prod')
  expect(Properties.Environment.EnvironmentVariables).toEqual([
    { Name: 'COMMAND', Type: 'PLAINTEXT', Value: '--help' },
    { Name: commandProjectVariable, Type: 'PLAINTEXT', Value: 'true' },
  ])
  expect(Properties.TimeoutInMinutes).toBe(36 * 60)
  expect(stack.outputs.CommandProjectName.Value).toEqual({ Ref: expect.stringContaining('StoreCommandsProject') })
})

test('may use the table in use and the tables that it restores, and no table of another stage', () => {
  const patterns = resourcesOf('dynamodb:PutItem').map(arn => JSON.stringify(arn))
  const names = patterns.flatMap(text => /table\/([\w-]+)\*/.exec(text)?.[1] ?? [])
  expect(names).toEqual(['BackOffice-prod-2', 'BackOffice-prod-backup-'])
  expect(patterns).toHaveLength(4)
  const task = { stage: 'prod', current: 'table' }
  const backup = 'arn:aws:backup:eu-west-1:1:recovery-point:1EB3B5E7-9EB0-435A-A80B-108B488B0D45'
  const restored = [{ to: '2026-11-22T10:15:00Z' }, { backup }].map(how => restoredTableName({ ...task, ...how }))
  expect(restored.map(name => names.findIndex(start => name.startsWith(start)))).toEqual([0, 1])
})

test('may not delete tables or backups, decrypt secrets, or send anything', () => {
  const services = statements.flatMap(({ Action }) => [Action].flat().map((action: string) => action.split(':')[0]))
  expect(new Set(services)).toEqual(new Set(['logs', 's3', 'cloudformation', 'dynamodb', 'backup', 'iam']))
  const actions = statements.flatMap(({ Action }) => Action)
  expect(actions.filter((action: string) => /Delete(?!Item)|\*/.test(action))).toEqual([])
})

test('runs the code of the repository, without the data of the machine that deploys', () => {
  const key = `key-${randomUUID()}.txt`
  writeFileSync(key, 'sk_test_1')
  onTestFinished(() => rmSync(key))
  const app = new App({ outdir: newDirectory() })
  const scope = new Stack(app, 'Stack')
  ownSource(scope)
  const { assetPath } = scope.node.findChild('Source') as Asset
  const files = readdirSync(join(app.outdir, assetPath))
  expect(files).toEqual(expect.arrayContaining(['package-lock.json', '.npmrc', 'infra', 'lib']))
  expect(files).not.toContain(key)
  expect(files).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(node_modules|\.local|\.git|dist|test)$/)]))
})
