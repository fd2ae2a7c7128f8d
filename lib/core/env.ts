/** What the surroundings tell the program; the only file that reads environment variables. */

const read = (name: string) => process.env[name] || undefined

/** Read when asked for, so that a process may set them after loading this file. */
export const env = {
  /** The environment's name: prod, dev …, or local. */
  get stage() {
    return read('STAGE') ?? 'local'
  },
  get tableName() {
    return read('TABLE_NAME') ?? 'back-office'
  },
  /** Set only where the table is not AWS's own. */
  get dynamodbEndpoint() {
    return read('DYNAMODB_ENDPOINT')
  },
  /** Where the API page's files lie; beside the bundle in AWS. */
  get docsDirectory() {
    return read('DOCS_DIR') ?? 'docs'
  },
  /**
   * Hosts of one's own machine that products may be fetched from: `localhost, 127.0.0.1:3000`. In the cloud they would
   * open the network inside, and count for nothing; so they do where no stage is named.
   */
  get crawlerAllowHosts() {
    const isHere = ['local', 'test'].includes(read('STAGE') ?? '')
    const counts = isHere && !read('AWS_LAMBDA_FUNCTION_NAME')
    return counts ? (read('CRAWLER_ALLOW_HOSTS') ?? '') : ''
  },
  /** In tests and on one machine every reply is held against its shape. */
  get checksReplies() {
    return read('CHECK_REPLIES') === 'true'
  },
}
