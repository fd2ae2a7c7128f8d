/** The stack as CloudFormation would get it, with a line of code in place of the bundles, which need not be built. */

import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import cdk from '../../../cdk.json' with { type: 'json' }
import { BackOffice } from '../../../infra/aws/stack.ts'
import { stageNamed } from '../../../infra/stages.ts'
import type { Route } from '../../../lib/http/route.ts'

interface Wish {
  stage?: string
  routes?: readonly Route[]
  alarmEmail?: string
}

/** CloudFormation's schemas, which take seconds to ask, are left to `npm run synth`. */
export function stackFor({ stage = 'prod', ...wish }: Wish = {}) {
  const app = new App({ context: cdk.context, builtinCloudFormationValidation: false })
  const codeOf = () => Code.fromInline('exports.handler = async () => {}')
  const stack = new BackOffice(app, `BackOffice-${stage}`, { stage: stageNamed(stage), codeOf, ...wish })
  return { app, stack }
}

export interface Resource {
  Type: string
  Properties: any
}

export function template(wish: Wish = {}) {
  const { stack } = stackFor(wish)
  const whole = Template.fromStack(stack)
  const resources: Record<string, Resource> = whole.toJSON().Resources
  const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === `AWS::${type}`)
  return { whole, resources, ofType }
}

/** Every statement of the policies that a role with this in its logical id carries. */
export function rightsOf(role: string, { resources }: Pick<ReturnType<typeof template>, 'resources'>): any[] {
  return Object.values(resources)
    .filter(
      ({ Type, Properties }) =>
        Type === 'AWS::IAM::Policy' && JSON.stringify(Properties.Roles).includes(role),
    )
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
}
