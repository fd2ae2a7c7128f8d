/** Synthesizes the stack for tests, with a line of code in place of the bundles, so that no build is needed. */

import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import cdk from '../../../cdk.json' with { type: 'json' }
import { BackOfficeStack } from '../../../infra/aws/stack.ts'
import { findStage, type Stage } from '../../../infra/stages.ts'

interface StackOptions {
  stage?: string
  /** Settings that replace those of the stage. */
  settings?: Partial<Stage>
  repository?: string | null
}

const receivers: Stage['alarms'] = {
  urgent: { emails: ['on-call@example.com'] },
  notice: { emails: ['owner@example.com'] },
}
export const testRepository = 'https://github.com/owner/shop'

/**
 * Creates the stack. It is not validated against the schemas of CloudFormation, because this is slow and `npm run
 * synth` does it.
 */
export function stackFor({ stage = 'prod', settings, ...options }: StackOptions = {}) {
  const app = new App({ context: cdk.context, builtinCloudFormationValidation: false })
  const codeOf = () => Code.fromInline('exports.handler = async () => {}')
  const stack = new BackOfficeStack(app, `BackOffice-${stage}`, {
    stage: { ...findStage(stage), alarms: receivers, ...settings },
    codeOf,
    sourceOf: scope => ({ bucket: Bucket.fromBucketName(scope, 'Bucket', 'assets'), path: 'source.zip' }),
    repository: testRepository,
    ...options,
  })
  return { app, stack }
}

export interface Resource {
  Type: string
  Properties: any
}

export function template(options: StackOptions = {}) {
  const { stack } = stackFor(options)
  const json = Template.fromStack(stack).toJSON()
  const resources: Record<string, Resource> = json.Resources
  const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === `AWS::${type}`)
  /** The document from which API Gateway makes the API. */
  const definition = ofType('ApiGateway::RestApi')[0]?.Properties.Body
  return { outputs: json.Outputs, resources, ofType, definition }
}

/** Returns the policy statements of all roles whose logical id contains `role`. */
export function statementsOf(role: string, { resources }: Pick<ReturnType<typeof template>, 'resources'>): any[] {
  return Object.entries(resources)
    .filter(([id, { Type }]) => Type === 'AWS::IAM::Role' && id.includes(role))
    .flatMap(([, { Properties }]) => Properties.Policies ?? [])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
}
