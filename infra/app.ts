/** Creates the stack of a stage as a CDK app, and checks the stack with cdk-nag. `-c stage=NAME` selects the stage. */

import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { BackOfficeStack } from './aws/stack.ts'
import { stackOf } from './constants.ts'
import { errorMessageOrStack } from './error-text.ts'
import { findStage } from './stages.ts'

/** A fault in the settings is printed as a sentence, without a stack trace. */
process.once('uncaughtException', error => {
  console.error(errorMessageOrStack(error))
  process.exit(1)
})

const app = new App()
const stage = findStage(app.node.tryGetContext('stage') ?? 'dev')
new BackOfficeStack(app, stackOf(stage.name), { stage })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
