/** Reads the environment variables. No other file in `lib` reads them. */

const read = (name: string) => process.env[name] || undefined

/** The rate limit of an API key: requests per second, and requests that are allowed at once after a pause. */
export interface KeyLimit {
  requests: number
  burst: number
}

/** Each variable is read on access, because tests and local commands set variables after this file is loaded. */
export const env = {
  /** The name of the stage, such as `prod` or `dev`. The API on a developer's machine has the stage `local`. */
  get stage() {
    return read('STAGE') ?? 'local'
  },
  get tableName() {
    return read('TABLE_NAME') ?? 'back-office'
  },
  /** The URL of DynamoDB Local; undefined in AWS. */
  get dynamodbEndpoint() {
    return read('DYNAMODB_ENDPOINT')
  },
  /** The access key for DynamoDB Local, which keeps separate tables for each access key. */
  get dynamodbAccessKey() {
    return read('DYNAMODB_ACCESS_KEY') ?? 'local'
  },
  /** The directory of the documentation's files. In AWS, this directory is part of the bundle. */
  get docsDirectory() {
    return read('DOCS_DIR') ?? 'docs'
  },
  /** The directory of the files of the back office. In AWS, this directory is part of the bundle. */
  get pagesDirectory() {
    return read('PAGES_DIR') ?? 'pages'
  },
  /** The URL of the queue for checkout events; set only in AWS. */
  get checkoutQueueUrl() {
    return read('CHECKOUT_QUEUE_URL')
  },
  get checkoutDeadLettersUrl() {
    return read('CHECKOUT_DEAD_LETTERS_URL')
  },
  /** The ARN of the bus for checkout events; set only in AWS, for Lambdas that put events on the bus. */
  get checkoutBus() {
    return read('CHECKOUT_BUS')
  },
  /** The directory of the queue for checkout events; set only outside AWS. */
  get checkoutQueueDirectory() {
    return read('CHECKOUT_QUEUE_DIR')
  },
  /** The directory for dead letters of checkout events; set only outside AWS. */
  get deadLettersDirectory() {
    return read('DEAD_LETTERS_DIR')
  },
  /** The URL of the mail queue; set only in AWS. */
  get mailQueueUrl() {
    return read('MAIL_QUEUE_URL')
  },
  /** The directory to which mails are written instead of being sent; set only outside AWS. */
  get mailDirectory() {
    return read('MAIL_DIR')
  },
  get mailConfigurationSet() {
    return read('MAIL_CONFIGURATION_SET')
  },
  get keyLimit(): KeyLimit | undefined {
    const [requests, burst] = [read('KEY_REQUESTS_PER_SECOND'), read('KEY_BURST')]
    return requests && burst ? { requests: Number(requests), burst: Number(burst) } : undefined
  },
  /** The time in milliseconds within which a payment gateway must answer. */
  get gatewayTimeout() {
    return Number(read('GATEWAY_TIMEOUT') ?? 10_000)
  },
  /** The URL of the server that replaces Stripe in tests. No deployed stage sets it. */
  get stripeUrl() {
    return read('STRIPE_URL')
  },
  /** The ARN of the KMS key that encrypts the secrets of stores; set only for deployed stages. */
  get secretsKey() {
    return read('SECRETS_KEY')
  },
  /** The directory for the keys of payment gateways; set only outside AWS. In AWS, the table stores the keys. */
  get gatewayKeysDirectory() {
    return read('GATEWAY_KEYS_DIR')
  },
  /** The directory for the secrets of event sources; set only outside AWS. */
  get eventSecretsDirectory() {
    return read('EVENT_SECRETS_DIR')
  },
  /**
   * The private hosts that the crawler may fetch from, such as `localhost, 127.0.0.1:3000`. The value is null in AWS
   * Lambda, or if `STAGE` is neither `local` nor `test`: the crawler would otherwise expose the internal network.
   */
  get crawlerAllowHosts() {
    const isLocal = ['local', 'test'].includes(read('STAGE') ?? '')
    const isAllowed = isLocal && !read('AWS_LAMBDA_FUNCTION_NAME')
    return isAllowed ? (read('CRAWLER_ALLOW_HOSTS') ?? '') : null
  },
}
