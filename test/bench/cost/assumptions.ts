/** Values that this machine cannot measure. The report prints them. */

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
  /** Each message is sent to the queue, received and deleted. No other messages share these requests. */
  queueRequestsPerMessage: 3,
  /** Lambda keeps this many pollers for each queue. Each request of a poller waits this long for messages. */
  queuePollers: 5,
  queuePollSeconds: 20,
  /**
   * The share of requests for which a secret is decrypted, if the endpoint uses one, such as the key of a payment
   * gateway. A Lambda keeps a secret for five minutes. Decrypting it takes a request to KMS and a read unit.
   */
  keyRequestShare: 0.1,
  /** API keys in use all day: the authorizer runs once a minute for each. */
  activeKeys: 3,
  /** API Gateway writes this many metrics for each method that has them. */
  metricsPerMethod: 5,
  /**
   * The share of compressible replies whose client accepts compression. Browsers, fetch of Node and most HTTP clients
   * do.
   */
  compressedShare: 0.9,
  /** The headers that API Gateway adds to a reply. */
  gatewayHeaderBytes: 400,
  /** DynamoDB asks KMS for the key of the table once in this time, for each Lambda. */
  tableKeySeconds: 300,
  /** The number of alarms that start in a month, and the number of people who get an e-mail about each of them. */
  alarms: 20,
  alarmReceivers: 2,
  /** A metric that reports a fault is written in this many hours of a month. */
  rareMetricHours: 10,
  /** The domain of the API has a zone in Route 53. Queries for an address of API Gateway are free there. */
  hostedZones: 1,
  /** The table has the orders of one year. It has the carts and the other expiring rows of the last 90 days. */
  storedDays: 365,
  expiringDays: 90,
  daysPerMonth: 30,
}
