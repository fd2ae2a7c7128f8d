/**
 * Prints the template of a stage for cfn-lint. It is the template that `npm run synth` makes, but with receivers of
 * alarms and without code.
 */

import { Template } from 'aws-cdk-lib/assertions'
import { stackFor } from './template.ts'

const [, , stage = 'prod'] = process.argv
console.log(JSON.stringify(Template.fromStack(stackFor({ stage }).stack).toJSON()))
