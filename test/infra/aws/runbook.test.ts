import { readFileSync } from 'node:fs'
import { slug } from 'github-slugger'
import { expect, test } from 'vitest'
import { repositoryPage, runbookLink } from '../../../infra/aws/runbook.ts'
import { template, testRepository } from './template.ts'

const runbook = readFileSync('infra/RUNBOOK.md', 'utf8')
const alarmSections = runbook.split('\n## Alarms\n')[1]?.split('\n## ')[0] ?? ''
const headings = [...alarmSections.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading!)
const descriptions: string[] = template({ settings: { maxHoursWithoutOrder: 24 } })
  .ofType('CloudWatch::Alarm')
  .map(({ Properties }) => Properties.AlarmDescription)
const links = descriptions.map(description => description.split(' ').at(-1))
const linkTo = (heading: string) => runbookLink(heading, testRepository)

test('each alarm links to its section of the runbook, and each section belongs to an alarm', () => {
  expect([...new Set(links)].sort()).toEqual(headings.map(linkTo).sort())
})

test('each alarm has a section of its own', () => {
  expect(links).toEqual([...new Set(links)])
})

test('each section begins with the severity of its alarm', () => {
  for (const section of alarmSections.split('\n### ').slice(1)) {
    const [heading = '', , text = ''] = section.split('\n')
    const description = descriptions.find(description => description.endsWith(` ${linkTo(heading)}`))
    expect(text, heading).toMatch(new RegExp(`^\\*${description?.split(':')[0]}\\.\\* `))
  }
})

test('each section has steps', () => {
  for (const section of alarmSections.split('\n### ').slice(1)) expect(section.length).toBeGreaterThan(200)
})

test('links between sections lead to a heading', () => {
  const targets = [...runbook.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor)
  const all = [...runbook.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading!)
  expect(targets).not.toEqual([])
  expect(all.map(heading => slug(heading))).toEqual(expect.arrayContaining(targets))
})

test.each([
  ['Requests fail with 5xx', 'requests-fail-with-5xx'],
  ['Dead letters of mail.send', 'dead-letters-of-mailsend'],
])('the anchor of "%s" is %s', (heading, anchor) => {
  expect(runbookLink(heading, null)).toBe(`infra/RUNBOOK.md#${anchor}`)
})

const page = 'https://github.com/owner/shop/blob/HEAD/infra/RUNBOOK.md#mails-bounce'

test.each([
  ['no repository', undefined, 'infra/RUNBOOK.md#mails-bounce'],
  ['a URL', 'https://github.com/owner/shop', page],
  ['an object, as npm writes it', { url: 'git+https://github.com/owner/shop.git' }, page],
  ['no web page', 'git@github.com:owner/shop.git', 'infra/RUNBOOK.md#mails-bounce'],
])('a link is a URL if package.json has one for the repository: %s', (_, repository, link) => {
  expect(runbookLink('Mails bounce', repositoryPage(repository ? { repository } : {}))).toBe(link)
})
