/** Prints the template of a stage as `npm run synth` makes it, but with a receiver of alarms and without code: for cfn-lint. */

import { Template } from 'aws-cdk-lib/assertions'
import { stackFor } from './template.ts'

const [, , stage = 'prod'] = process.argv
console.log(JSON.stringify(Template.fromStack(stackFor({ stage }).stack).toJSON()))
