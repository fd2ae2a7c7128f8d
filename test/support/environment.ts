/** Sets the environment variables of a Lambda, before any of its code is loaded. */

import { inject } from 'vitest'

Object.assign(process.env, {
  STAGE: 'test',
  TABLE_NAME: 'back-office-test',
  DYNAMODB_ENDPOINT: inject('dynamodbEndpoint'),
  CRAWLER_ALLOW_HOSTS: inject('shopHost'),
  DOCS_DIR: 'dist/docs',
  POWERTOOLS_LOG_LEVEL: 'WARN',
  POWERTOOLS_METRICS_DISABLED: 'true',
})
