// Which statements a text of SQL runs, in their plain form.
import { expect, test } from 'vitest';
import { sqlStatements } from '../../../src/facts/code/sql/statements.ts';

/** The statements that change rows or tables. */
const changing = (code: string): readonly string[] | undefined =>
  sqlStatements(code)?.filter((each) => /^(?:delete|update|drop|truncate|merge|alter|copy)\b/.test(each));

const every = ['delete from users'];

test.each<[string, readonly string[]]>([
  ['DELETE /* all */ FROM "Users"', every],
  ['-- x\ndelete\nfrom\nusers', every],
  ['delete from users u using orders', every],
  ['delete users', every],
  ["delete from users where 'a' = 'a' or id = 1", every],
  ['delete from users where (not false)', every],
  ['explain (analyze, verbose) delete from users', every],
  ['with a as (with b as (delete from users returning *) select * from b) select * from a', every],
  ['do $x$ begin if true then delete from users; end if; end $x$', every],
  ["prepare p from 'delete from users'; execute p", every],
  ["select dblink('dbname=x', $q$delete from users$q$)", every],
  ['create function f() returns void as $$ delete from users $$ language sql; select f()', every],
  ["declare @s varchar(9) = 'delete from users'; exec(@s)", every],
  ['/*!50000 delete from users */', every],
  ["select 'a\\'; delete from users; --'", every],
  ['delimiter //\ndelete from users//', every],
  ["execute 'drop table ' || quote_ident(a) || ' cascade'", ['drop table _ cascade']],
  ["execute format('truncate %I', a)", ['truncate _']],
  ["update users set note = 'where'", ['update users set']],
  ['update only shop.users u set a = (select b from c where d = 1)', ['update shop.users set']],
  ['update users set a = case when b then 1 end where c = 1', ['update users set where c = 1']],
  ['select 1 drop table users', ['drop table users']],
  ['merge into a using b on a.i = b.i when matched then delete', ['merge into a then delete']],
  ['alter table a drop b', ['alter table a drop b', 'alter table a drop column b']],
  ['alter table a drop constraint b', ['alter table a drop constraint b']],
  ["do $$ begin copy a to program 'sh'; end $$", ["copy a to program ''"]],
  ['delete from users where id is not null', every],
  ['delete from users where not (1 = 2) and null is null', every],
  ['delete from users where 1 in (1, 2)', every],
  ['delete from users where 1 between 0 and 2', every],
  ["delete from users where name ilike '%'", every],
  ['delete from users where id not in (-1)', every],
  ['delete from users where 1 not in (2, 3)', every],
  ['delete from users where coalesce(true)', every],
  ['delete from users where ifnull(null, 1 = 1)', every],
  ["delete from users where name ~ ''", every],
  ["delete from users where name not like 'x' or name ~ '.*'", every],
  ['delete from users where exists (select 1)', every],
  ['delete from users where id > 0', every],
  ['delete from users where -1 <> users.id', every],
  ['delete from users where id between 0 and 9999999999', every],
  ['delete from users where id in (select id from users)', every],
  ['alter table users delete where 1', ['alter table users delete where 1', ...every]],
  [
    'alter table users on cluster c update a = 1 where true',
    ['alter table users on cluster c update a = 1 where true', 'update users set'],
  ],
  ['\\copy (delete from users returning *) to out.csv', every],
  ['begin; delete from users; commit', every],
  ['explain delete from users', []],
  ['explain (analyze false) delete from users', []],
  ["select 'delete from users', $$drop table users$$", []],
  ["insert into notes values ('drop table users')", []],
  ['insert into t values (1) on conflict (id) do update set a = 1', []],
  ['insert into t values (1) on duplicate key update a = 1', []],
  ['select * from users for update', []],
  ['select truncate(1.5, 1)', []],
  ['grant select, update, delete on users to app', []],
  ['create table t (a int references u on delete cascade on update set null)', []],
  ['create function f() returns trigger as $$ begin delete from a; return new; end $$ language plpgsql', []],
  ['create trigger t before insert on a for each row begin delete from b; end', []],
  ['Delete from cart button is broken', []],
  ['update the page and set foo', []],
])('%s', (code, statements) => {
  expect(changing(code)).toEqual(statements);
});

test('a condition that names rows stays', () => {
  for (const condition of [
    'id = 1',
    'id between 1 and 5',
    'id = 1 and 1 = 1',
    'false',
    "name like 'a%'",
    "name like ''",
    "name ~ '^$'",
    'id not in (0, null)',
    'id not in (1, 2)',
    'coalesce(done, true)',
    'coalesce(false, true)',
    'user_id is not null',
    'id is null',
    'id > 5',
    'age > 0',
    '3 in (1, 2)',
    'id in (select id from banned)',
    'exists (select 1 from banned where banned.id = users.id)',
    'not id = 1',
    'not true',
  ])
    expect(changing(`delete from users where ${condition}`)).not.toEqual(every);
});

test('a text with more than is read has no list', () => {
  expect(sqlStatements('select 1;'.repeat(40_000))).toBeUndefined();
  expect(sqlStatements('delete from a where '.repeat(10_000))).toBeUndefined();
  expect(
    sqlStatements(Array.from({ length: 5000 }, (_, each) => `select ${each}`).join(';')),
  ).toBeUndefined();
});

test('of a text with many lines that are no SQL only what is asked for is kept', () => {
  const code = Array.from({ length: 20_000 }, (_, each) => `a${each}=1`).join(';');
  expect(sqlStatements(`${code};delete from users`, /^delete\b/)).toEqual(every);
});

// The way in which SQLite changes a table, as tools for migrations write it.
const remade = (copy: string): string =>
  `create table "new_A" (b int); insert into "new_A" ("b") ${copy}; drop table "A"; alter table "new_A" rename to "A"`;

test.each<[string, string, readonly string[]]>([
  ['every row is copied', remade('select "b" from "A"'), ['redefine table a']],
  ['and filled in', remade('select coalesce("b", 1) as "b" from "A"'), ['redefine table a']],
  ['some rows', remade('select b from a where b = 1'), ['drop table a']],
  ['one row', remade('select max(b) from a'), ['drop table a']],
  ['some rows of a query', remade('select b from (select b from a limit 1)'), ['drop table a']],
  ['rows of another table', remade('select b from c'), ['drop table a']],
  ['dropped again', `${remade('select b from a')}; drop table a`, ['drop table a']],
  [
    'dropped before',
    `drop table a; ${remade('select b from a').replace('drop table "A"; ', '')}`,
    ['drop table a'],
  ],
])('a table that is made anew: %s', (_, code, expected) => {
  expect(sqlStatements(code)?.filter((each) => /^(?:drop|redefine)\b/.test(each))).toEqual(expected);
});

const make = 'create temp table a (b int)';

test.each<[string, string, readonly string[]]>([
  ['dropped', `${make}; insert into a values (1); select * from a; drop table a`, ['discard table a']],
  ['dropped if it is there', `${make}; drop table if exists a;`, ['discard table a']],
  ['with rows', 'create temporary table a as select 1; drop table a', ['discard table a']],
  ['dropped twice', `${make}; drop table a; drop table a`, ['drop table a']],
  ['dropped before', `drop table a; ${make}; drop table a`, ['drop table a']],
  ['taken back', `begin; ${make}; rollback; drop table a`, ['drop table a']],
  ['gone with the transaction', `${make} on commit drop; drop table a`, ['drop table a']],
  ['which may be there', 'create temp table if not exists a (b int); drop table a', ['drop table a']],
  ['of another name', `${make}; drop table "A"`, ['drop table a']],
  ['of another schema', `${make}; drop table public.a`, ['drop table public.a']],
  ['beside another', `${make}; drop table a, c`, ['drop table a , c']],
  ['with what depends on it', `${make}; drop table a cascade`, ['drop table a cascade']],
  ['behind a new path', `${make}; set search_path = public, pg_temp; drop table a`, ['drop table a']],
  ['which is another now', `${make}; alter table a rename to c; drop table a`, ['drop table a']],
  ['that stays', 'create table a (b int); drop table a', ['drop table a']],
])('a table for the session: %s', (_, code, expected) => {
  expect(sqlStatements(code)?.filter((each) => /^(?:drop|discard)\b/.test(each))).toEqual(expected);
});
