/** The CDK app: the stack of one environment, named by `-c stage=NAME`, held against AWS's own rules. */

import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { BackOffice } from './aws/stack.ts'
import { stackOf } from './constants.ts'
import { stageNamed } from './stages.ts'

const app = new App()
const stage = stageNamed(app.node.tryGetContext('stage') ?? 'dev')
new BackOffice(app, stackOf(stage.name), { stage, alarmEmail: app.node.tryGetContext('alarmEmail') })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
