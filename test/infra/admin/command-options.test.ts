import type { Command } from 'commander'
import { afterEach, expect, test, vi } from 'vitest'
import type { CreateAction } from '../../../infra/admin/command.ts'
import { parseCommandOptions, parseGlobalOptions } from '../../../infra/admin/command-options.ts'
import { createProgram } from '../../../infra/admin/program.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Parses a command line: returns the command with its input and settings, or the text that is printed instead. */
async function parse(line: string) {
  let printed = ''
  const parsed: { words: string; input: unknown; settings: unknown }[] = []
  const createAction: CreateAction = schema =>
    async function (this: Command) {
      const words = [this.parent?.name(), this.name()].filter(word => !word?.startsWith('npm')).join(' ')
      parsed.push({ words, input: parseCommandOptions(this, schema), settings: parseGlobalOptions(this) })
    }
  const program = createProgram(createAction, text => {
    printed += text
  })
  const args = line.split(' ').filter(word => word !== '')
  await program.parseAsync(args, { from: 'user' }).catch(() => {})
  return { parsed: parsed[0], printed }
}

test.each([
  ['account list', 'account list', {}],
  ['account show --account 1001', 'account show', { account: 1001 }],
  ['account show 1001', 'account show', { account: 1001 }],
  [
    'account set 1001 --downloads https://shop.example/files',
    'account set',
    { account: 1001, downloads: 'https://shop.example/files' },
  ],
  ['account set 1001 --downloads=', 'account set', { account: 1001, downloads: null }],
  [
    'account set 1001 --features subscriptions,creditnotes',
    'account set',
    { account: 1001, features: ['subscriptions', 'creditNotes'] },
  ],
  ['account set 1001 --features=', 'account set', { account: 1001, features: [] }],
  ['account set --account 1001 --cart-days 30', 'account set', { account: 1001, cartDays: 30 }],
  ['account disable --account=1001', 'account disable', { account: 1001, allStores: false, atOnce: 4 }],
  ['account create --name Tea --currency eur', 'account create', { name: 'Tea', currency: 'EUR', features: [] }],
  [
    'account create --name Tea --currency EUR --features CREDITNOTES,subscriptions --domain https://www.Tea.example/shop',
    'account create',
    {
      name: 'Tea',
      currency: 'EUR',
      features: ['subscriptions', 'creditNotes'],
      domain: { domain: 'tea.example', protocol: 'HTTPS' },
    },
  ],
  [
    'account create --name=-5% --currency EUR --domain http://localhost:8080',
    'account create',
    { name: '-5%', currency: 'EUR', features: [], domain: { domain: 'localhost', protocol: 'HTTP' } },
  ],
  ['key create --account 1001 --mode live', 'key create', { account: 1001, mode: 'Live' }],
  [
    'key create --account 1001 --mode Test --name ERP --expires 2027-12-31',
    'key create',
    { account: 1001, mode: 'Test', name: 'ERP', expires: '2027-12-31T23:59:59.999Z' },
  ],
  ['key create --account 1001 --mode Test --scope READ', 'key create', { account: 1001, mode: 'Test', scope: 'read' }],
  ['key list 1001', 'key list', { account: 1001 }],
  [
    'lists relist --account 1001 --mode test',
    'lists relist',
    { account: 1001, mode: 'Test', allStores: false, atOnce: 4 },
  ],
  [
    'import --from https://old.example/api/ --from-key-stdin --account 1001 --mode live --only Orders,shippingmethods --since 3d --rate 2.5',
    'import',
    {
      from: 'https://old.example/api',
      fromKeyStdin: true,
      account: 1001,
      mode: 'Live',
      only: ['orders', 'shippingMethods'],
      since: '3d',
      rate: 2.5,
      dryRun: false,
      overwriteStock: false,
      wait: 60,
    },
  ],
  ['send a.json', 'send', { files: ['a.json'], resume: 0 }],
  ['send a.json b.json', 'send', { files: ['a.json', 'b.json'], resume: 0 }],
  ['send -- --odd.json', 'send', { files: ['--odd.json'], resume: 0 }],
])('parses "%s"', async (line, words, input) => {
  expect((await parse(line)).parsed).toEqual({ words, input, settings: { json: false } })
})

test.each([
  ['--json account list --data DIR', { json: true, data: 'DIR' }],
  ['account --stage prod list', { json: false, stage: 'prod' }],
  ['account list --stage prod --json', { json: true, stage: 'prod' }],
])('accepts the options of every command anywhere in "%s"', async (line, settings) => {
  expect((await parse(line)).parsed).toEqual({ words: 'account list', input: {}, settings })
})

test.each([
  ['acount list', "error: unknown command 'acount'"],
  ['account frob', "error: unknown command 'frob'"],
  ['--nope', "error: unknown option '--nope'"],
  ['account list --nope', "error: unknown option '--nope'"],
  ['account list --__proto__ x', "error: unknown option '--__proto__'"],
  ['account list --currency EUR', "error: unknown option '--currency'"],
  ['account list --json=yes', "error: unknown option '--json=yes'"],
  ['account list 1001', "error: too many arguments for 'list'. Expected 0 arguments but got 1: 1001."],
  ['account show 1001 1002', "error: too many arguments for 'show'. Expected 1 argument but got 2: 1001, 1002."],
  ['account show 1001 --account 1002', 'Give the account only once.'],
  ['account show', '--account is required.'],
  ['account show abc', '--account must be a number.'],
  ['account show 0', '--account must be at least 1.'],
  ['account create --name', "error: option '--name <text>' argument missing"],
  ['account create --currency EUR', '--name is required.'],
  ['account create --name= --currency EUR', '--name must not be empty.'],
  ['account create', '--name is required.\n--currency is required.'],
  [
    'account create --name T --currency EUR --features a,b',
    '--features must be one of abandonedCarts, subscriptions, creditNotes.',
  ],
  [
    'account create --name T --currency BTC --domain a..b',
    '--currency must be an ISO 4217 code such as EUR.\n--domain must be a host name such as shop.example.com.',
  ],
  ['key create --account 1001 --mode Prod', '--mode must be one of Live, Test.'],
  ['key create --account 1001 --mode Live --scope write', '--scope must be one of all, read, orders, events.'],
  ['key create --account 1001 --mode Live --scope=', '--scope must be one of all, read, orders, events.'],
  ['key create --account 1001 --mode Live --expires=', '--expires must be an ISO 8601 date.'],
  ['key create --account 1001 --mode Live --expires 2027-02-30', '--expires must be an ISO 8601 date.'],
  ['key revoke --account 1001 --key 01a1fc39', '--key must be a GUID.'],
  ['account set 1001', '--account needs at least one setting to change.'],
  ['account set 1001 --features a', '--features must be one of abandonedCarts, subscriptions, creditNotes.'],
  ['account set 1001 --cart-days 0', '--cart-days must be at least 1.'],
  ['account set 1001 --cart-days 3651', '--cart-days must be at most 3650.'],
  ['account set 1001 --cart-days 1.5', '--cart-days must be a whole number.'],
  ['account set 1001 --cart-days soon', '--cart-days must be a number.'],
  [
    'account set 1001 --downloads shop.example',
    '--downloads must be a URL such as https://shop.example.com/downloads.',
  ],
  ['account set 1001 --downloads https://shop.example/?file=', '--downloads must '],
  ['account list --stage prod --data DIR', '--data is for this machine and --stage for AWS: give only one of them.'],
  ['account list --stage a/b', '--stage must be letters, digits and dashes.'],
  ...[
    ['--from http://old.example', '--from must be an https URL, or an http URL on this machine.'],
    ['--from https://user:secret@old.example', '--from must not have a user name, a query or a fragment.'],
    ['--from http://127.0.0.1:3000 --only baskets', '--only must be one of domains, shippingMethods, '],
    ['--from http://127.0.0.1:3000 --since yesterday', '--since must be a date, or days such as 3d.'],
    ['--from http://127.0.0.1:3000 --rate 0', '--rate must be at least 0.01.'],
    ['--from http://127.0.0.1:3000 --next-credit-note 0', '--next-credit-note must be at least 1.'],
  ].map(([options, message = '']): [string, string] => [
    `import ${options} --account 1001 --mode Live --from-key-stdin`,
    message,
  ]),
  ['import --from https://old.example --account 1001 --mode Live', '--from-key-stdin is required.'],
  ['send', "error: missing required argument 'files'"],
])('rejects "%s"', async (line, message) => {
  const { parsed, printed } = await parse(line)
  expect(parsed).toBeUndefined()
  expect(printed.startsWith(message), printed).toBe(true)
  expect(printed).toMatch(/\nAdd --help to see what a command takes\.\n$/)
})

test('suggests a command with a similar name', async () => {
  expect((await parse('acount list')).printed).toContain('(Did you mean account?)')
})

test('rejects a command if npm has consumed its option --stage', async () => {
  vi.stubEnv('npm_config_stage', 'prod')
  const { parsed, printed } = await parse('account disable 1001')
  expect(parsed).toBeUndefined()
  expect(printed).toContain('npm took --stage for itself. Put -- before the command.')
  const { parsed: withStage } = await parse('account disable 1001 --stage dev')
  expect(withStage).toMatchObject({ settings: { stage: 'dev' } })
})
