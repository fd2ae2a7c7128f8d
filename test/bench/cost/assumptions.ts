/** What this machine cannot measure. The report prints these values. */

export const assumptions = {
  /** A Lambda in AWS: its own time, the time of a call to DynamoDB, and the time of a cold start. */
  handlerMilliseconds: 10,
  callMilliseconds: 8,
  coldStartMilliseconds: 500,
  coldStartShare: 0.02,
  /** If the stage has tracing, Lambda traces the first invocation of each second, and this share of the others. */
  tracedShare: 0.05,
  /** START, END and REPORT in the log of each invocation, and the line of each request in the access log. */
  invocationLogBytes: 400,
  accessLogBytes: 400,
  /** Shards of the stream of a new table: a change in each of them invokes a stream worker separately. */
  streamShards: 4,
  /** Without other events to share them: sending to the queue, receiving, deleting. */
  queueRequestsPerMessage: 3,
  /** What Lambda keeps open for each queue, and how long one waits for messages. */
  queuePollers: 5,
  queuePollSeconds: 20,
  /**
   * Of the requests to endpoints that use a secret, such as the key of a payment gateway: a Lambda keeps it for five
   * minutes. Decrypting it takes a request to KMS and a read unit.
   */
  keyRequestShare: 0.1,
  /** API keys in use all day: the authorizer runs once a minute for each. */
  activeKeys: 3,
  /** API Gateway writes this many metrics for each method that has them. */
  metricsPerMethod: 5,
  /** Of the replies that API Gateway may compress: browsers, fetch of Node and most HTTP clients ask for it. */
  compressedShare: 0.9,
  /** The headers that API Gateway adds to a reply. */
  gatewayHeaderBytes: 400,
  /** DynamoDB asks KMS for the key of the table once in this time, for each Lambda. */
  tableKeySeconds: 300,
  /** Alarms that start in a month, and who is notified of each, by e-mail. */
  alarms: 20,
  alarmReceivers: 2,
  /** The hours of a month in which a metric is written that says that something is wrong. */
  rareMetricHours: 10,
  /** The domain of the API has a zone in Route 53. Queries for an address of API Gateway are free there. */
  hostedZones: 1,
  /** A year of orders is in the table, and the carts and other rows that expire of the last 90 days. */
  storedDays: 365,
  expiringDays: 90,
  daysPerMonth: 30,
}
