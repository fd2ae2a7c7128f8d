import { afterEach, expect, test, vi } from 'vitest'
import { readLine } from '../../../infra/admin/arguments.ts'
import { commands } from '../../../infra/admin/commands.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A command line as typed: words between spaces, none of which holds one. */
const read = (typed: string) => readLine(typed.split(' ').filter(word => word !== ''))

const settings = { json: false, help: false }
const understood = (typed: string) => {
  const line = read(typed)
  if ('about' in line) throw new Error('Help is asked for.')
  return { words: line.command.words, given: line.given, settings: line.settings }
}

test.each([
  ['account list', 'account list', {}],
  ['account show --account 1001', 'account show', { account: 1001 }],
  ['account show 1001', 'account show', { account: 1001 }],
  ['--account=1001 account show', 'account show', { account: 1001 }],
  [
    'account set 1001 --downloads https://shop.example/files',
    'account set',
    { account: 1001, downloads: 'https://shop.example/files' },
  ],
  ['account set 1001 --downloads=', 'account set', { account: 1001, downloads: null }],
  ['account set --account 1001 --cart-days 30', 'account set', { account: 1001, 'cart-days': 30 }],
  ['account --account 1001 disable', 'account disable', { account: 1001 }],
  [
    'account create --name Tea --currency eur',
    'account create',
    { name: 'Tea', currency: 'EUR', features: [] },
  ],
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
  ['key list 1001', 'key list', { account: 1001 }],
  ['send a.json', 'send', { file: ['a.json'] }],
  ['send a.json --file b.json c.json', 'send', { file: ['b.json', 'a.json', 'c.json'] }],
  ['send -- --odd.json', 'send', { file: ['--odd.json'] }],
])('understands "%s"', (typed, words, given) => {
  expect(understood(typed)).toEqual({ words, given, settings })
})

test('takes the settings of every command anywhere in the line', () => {
  expect(understood('--json account list --data DIR').settings).toEqual({
    ...settings,
    json: true,
    data: 'DIR',
  })
  expect(understood('account --stage prod list').settings).toEqual({ ...settings, stage: 'prod' })
})

test.each([
  ['', commands.map(({ words }) => words)],
  ['help', commands.map(({ words }) => words)],
  ['--help', commands.map(({ words }) => words)],
  [
    'account',
    ['account create', 'account list', 'account show', 'account set', 'account enable', 'account disable'],
  ],
  ['key --help', ['key create', 'key list', 'key revoke']],
  ['help account show', ['account show']],
  ['account create -h', ['account create']],
  ['send --help', ['send']],
])('answers "%s" with help', (typed, about) => {
  expect(read(typed)).toMatchObject({ about: about.map(words => ({ words })) })
})

function faultOf(typed: string): string {
  try {
    return `No fault, but ${Object.keys(read(typed))}.`
  } catch (fault) {
    return (fault as Error).message
  }
}

test.each([
  ['acount list', 'There is no command "acount list".'],
  ['account frob', 'There is no command "account frob".'],
  ['help frob', 'There is no command "frob".'],
  ['--nope', 'store has no option --nope.'],
  ['account list --nope', 'account list has no option --nope.'],
  ['account list --__proto__ x', 'account list has no option --__proto__.'],
  ['account list --currency EUR', 'account list has no option --currency.'],
  ['account list --json=yes', '--json takes no value.'],
  ['account list 1001', '"1001" is one word too many.'],
  ['account show 1001 1002', '"1002" is one word too many.'],
  ['account show 1001 --account 1002', '"1001" is one word too many.'],
  ['account show', '--account is required.'],
  ['account show abc', '--account must be a number.'],
  ['account show 0', '--account must be at least 1.'],
  ['account create --name --currency EUR', '--name needs a value.'],
  ['account create --name', '--name needs a value.'],
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
  ['key create --account 1001 --mode Live --expires=', '--expires must be an ISO 8601 date.'],
  ['key create --account 1001 --mode Live --expires 2027-02-30', '--expires must be an ISO 8601 date.'],
  ['key revoke --account 1001 --key 01a1fc39', '--key must be a GUID.'],
  ['account set 1001', '--downloads or --cart-days is required.'],
  ['account set 1001 --cart-days 0', '--cart-days must be at least 1.'],
  ['account set 1001 --cart-days 3651', '--cart-days must be at most 3650.'],
  ['account set 1001 --cart-days 1.5', '--cart-days must be a whole number.'],
  ['account set 1001 --cart-days soon', '--cart-days must be a number.'],
  [
    'account set 1001 --downloads shop.example',
    '--downloads must be a URL such as https://shop.example.com/downloads.',
  ],
  [
    'account set 1001 --downloads https://shop.example/?file=',
    '--downloads must not contain ? or #, because the path of the file is appended.',
  ],
  ['account list --stage prod --data DIR', '--data is for this machine, --stage for AWS: say one of them.'],
  ['account list --stage a/b', '--stage must be letters, digits and dashes.'],
  ['send', '--file is required.'],
])('refuses "%s"', (typed, sentence) => {
  expect(faultOf(typed)).toBe(sentence)
})

test('does not work on this machine when npm kept to itself that another stage was meant', () => {
  vi.stubEnv('npm_config_stage', 'prod')
  expect(() => read('account disable 1001')).toThrow('npm kept --stage to itself: put -- before the command.')
  expect(understood('account disable 1001 --stage dev').settings).toMatchObject({ stage: 'dev' })
})
