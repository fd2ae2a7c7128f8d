/** The CodeBuild project that runs long `store` commands in AWS, in the region of the table. */

import { resolve } from 'node:path'
import { CfnOutput, Duration, IgnoreMode, Stack, Validations } from 'aws-cdk-lib'
import { BuildSpec, ComputeType, LinuxBuildImage, Project, Source } from 'aws-cdk-lib/aws-codebuild'
import { type IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Asset } from 'aws-cdk-lib/aws-s3-assets'
import { Construct } from 'constructs'
import { commandProjectVariable, stackOutputs } from '../constants.ts'
import type { Stage } from '../stages.ts'
import { commandPolicies, noBuildArtifacts } from './cdk-nag-acknowledgments.ts'
import { StageLog } from './logs.ts'
import { restoredTablePatterns, storeCommandProjectPolicy } from './store-command-project-policy.ts'
import type { Table } from './table.ts'

export interface CommandSource {
  bucket: IBucket
  path: string
}

const root = resolve(import.meta.dirname, '../..')
/**
 * Only these files and folders are uploaded, because others in the folder of the repository may be keys or the export
 * of a store.
 */
const neededFiles = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'tsconfig.json',
  'events',
  'functions',
  'infra',
  'lib',
]

/** Uploads the repository as it is at the deployment, so that commands have the settings of the deployed stage. */
export function ownSource(scope: Construct): CommandSource {
  const exclude = ['/*', ...neededFiles.map(file => `!/${file}`), '*.log']
  const { bucket, s3ObjectKey } = new Asset(scope, 'Source', { path: root, exclude, ignoreMode: IgnoreMode.GIT })
  return { bucket, path: s3ObjectKey }
}

/** Rebuilding the lists of millions of orders takes hours. This is the longest timeout that CodeBuild allows. */
const timeout = Duration.hours(36)

/**
 * The person who starts a build sets the variable `COMMAND`, such as `check --all-stores`. The Node 22 of the image is
 * only used to run npm. Npm then installs the Node version that package.json names.
 */
const buildSpecOf = ({ name }: Stage) =>
  BuildSpec.fromObjectToYaml({
    version: '0.2',
    phases: {
      install: { 'runtime-versions': { nodejs: '22' }, commands: ['npm ci --no-audit --no-fund'] },
      build: { commands: [`npm run --silent store -- $COMMAND --stage ${name}`] },
    },
  })

interface StoreCommandProjectProps {
  stage: Stage
  table: Table
  /** AWS Backup restores backups with this role. */
  restoreRole: IRole
  sourceOf: (scope: Construct) => CommandSource
}

export class StoreCommandProject extends Construct {
  constructor(scope: Construct, id: string, { stage, table, restoreRole, sourceOf }: StoreCommandProjectProps) {
    super(scope, id)
    const log = new StageLog(this, 'Log', stage)
    const source = sourceOf(this)
    const policy = storeCommandProjectPolicy(Stack.of(this), { log, source, restoreRole, table: table.resource })
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codebuild.amazonaws.com'),
      inlinePolicies: { StoreCommands: policy },
    })
    const project = new Project(this, 'Project', {
      description: `Runs commands of npm run store for ${Stack.of(this).stackName}.`,
      /** Without `withoutPolicyUpdates`, CDK would add permissions that the project does not need. */
      role: role.withoutPolicyUpdates(),
      source: Source.s3(source),
      buildSpec: buildSpecOf(stage),
      environment: { buildImage: LinuxBuildImage.AMAZON_LINUX_2023_5, computeType: ComputeType.LARGE },
      environmentVariables: { COMMAND: { value: '--help' }, [commandProjectVariable]: { value: 'true' } },
      timeout,
      logging: { cloudWatch: { logGroup: log } },
      grantReportGroupPermissions: false,
    })
    new CfnOutput(this, 'Name', { value: project.projectName }).overrideLogicalId(stackOutputs.commandProject)
    Validations.of(project).acknowledge(noBuildArtifacts)
    Validations.of(role).acknowledge(...commandPolicies(restoredTablePatterns(Stack.of(this))))
  }
}
