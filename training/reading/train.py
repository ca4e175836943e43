"""Fine-tunes the encoder and its heads: train.py EXAMPLES ENCODER OUT [--minutes 100] [--seen EXAMPLES]

EXAMPLES is the folder that examples.ts wrote, ENCODER the folder that encoder.py wrote. One pass over a talk feeds all heads;
a second kind of pass reads a question with a passage; a third keeps the meaning of single sentences near that of the encoder
before training, and brings questions near the sentences that answer them."""
import argparse, copy, json, math, random, time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from network import FLAGS, OF, SPANS, Network
from transformers import BertModel

SEED = 1
TOKENS_OF_BATCH = 900
# The lower layers stay as they are: a third of the work is saved, and rare words keep their meaning.
FROZEN = 4
ENCODER_RATE, HEAD_RATE = 7e-5, 2e-3
ROUNDS = {'talk': 3, 'question': .75, 'subject': 2, 'sentence': .4}
SENTENCES = 5000
MAX_PASSAGE, MAX_PIECES = 130, 384
rng = random.Random(SEED)


def rows(folder, name):
    return [json.loads(line) for line in open(Path(folder) / f'{name}.jsonl') if line.strip()]


def packed(talks):
    """Talks are short; a third is read behind another one, so that long talks are learned, too."""
    order, result = rng.sample(talks, len(talks)), []
    while order:
        one = order.pop()
        if order and rng.random() < .33 and len(one['ids']) + len(order[-1]['ids']) < MAX_PIECES:
            one = joined(one, order.pop())
        result.append(one)
    return result


def joined(a, b):
    n, k, m, c = len(a['ids']) - 1, len(a['units']), len(a['mentions']), len(a['times'])
    shift = lambda ranges: [[f + n, t + n] for f, t in ranges]
    up = lambda at: at + m if at >= 0 else at
    return dict(a, ids=a['ids'] + b['ids'][1:], units=a['units'] + shift(b['units']), labels=a['labels'] + b['labels'],
                spans={s: a['spans'][s] + shift(b['spans'][s]) for s in SPANS}, mentions=a['mentions'] + shift(b['mentions']),
                times=a['times'] + [[up(d), up(h), y, u + k] for d, h, y, u in b['times']], category=-1, worth=-1,
                dues=a['dues'] + [dict(unit=d['unit'] + k, options=[[at + c, far] for at, far in d['options']], right=d['right']) for d in b['dues']])


def passage(question, answered=True):
    """A window of the talk, or a record, with the question before it."""
    if answered and question['records'] and rng.random() < .3:
        record = rng.choice(question['records'])
        return pair(question['question'], record['ids'], record['answer'], question['verdict'])
    options = [p for p in question['passages'] if p['answer']] if answered and question['isAnswered'] else question['passages']
    if not options: return None
    p = rng.choice(options)
    ids, answer = p['ids'], p['answer'] if answered else None
    if len(ids) > MAX_PASSAGE:
        starts = [0] + [f for f, _ in p['units']]
        first = max((s for s in starts if s <= max(0, (answer[0] if answer else rng.randrange(len(ids))) - rng.randrange(10, 100))), default=0)
        ids = ids[first:first + MAX_PASSAGE]
        if answer:
            if answer[1] - first > len(ids): return None
            answer = [answer[0] - first, answer[1] - first]
    return pair(question['question'], ids, answer, question['verdict'] if answer else 0)


def pair(question, ids, answer, verdict):
    n = len(question)
    return dict(kind='question', ids=question + ids, start=n + answer[0] if answer else 0, end=n + answer[1] - 1 if answer else 0, from_=n, verdict=verdict)


def question_items(questions):
    """Each question with its talk, and now and then with another talk of the same hand, which does not answer it."""
    by_batch, result = {}, []
    for q in questions: by_batch.setdefault(q['id'].split('/')[0], []).append(q)
    for q in questions:
        own = passage(q)
        if own: result.append(own)
        if rng.random() < .25:
            other = rng.choice(by_batch[q['id'].split('/')[0]])
            if other['id'] != q['id']:
                p = passage(dict(other, question=q['question']), answered=False)
                if p: result.append(p)
    return result


def batches(items):
    size = lambda item: len(item['ids'])
    order = sorted(items, key=lambda item: size(item) + rng.random() * 20)
    found, batch = [], []
    for item in order:
        if batch and (len(batch) + 1) * size(item) > TOKENS_OF_BATCH: found.append(batch); batch = []
        batch.append(item)
    if batch: found.append(batch)
    rng.shuffle(found)
    return found


def epochs(data, name, make):
    whole, part = divmod(ROUNDS[name], 1)
    found = [(name, b) for _ in range(int(whole)) for b in batches(make(data))]
    items = make(data) if part else []
    return found + [(name, b) for b in batches(rng.sample(items, int(part * len(items))))]


def talk_loss(net, batch, meta, given=None):
    h, mask = given or net.hidden([t['ids'] for t in batch])
    sentences = net.means(h, [t['units'] for t in batch])
    u, rel = net.units(sentences)
    labels = [l for t in batch for l in t['labels']]
    y = torch.tensor([[l[f] for f in FLAGS] + l['acts'] + [l['gist']] for l in labels], dtype=torch.float)
    weight = torch.ones_like(y)
    weight[:, :3] = 3
    for at, name in enumerate(FLAGS):
        if name in OF: weight[:, at] = 6 * y[:, FLAGS.index(OF[name])]
    loss = (F.binary_cross_entropy_with_logits(u, y, reduction='none') * weight).mean(0)
    total = loss.sum() * .5
    net.seen = [round(float(x), 3) for x in loss.detach()[:3]]
    facts = torch.tensor([l['relation'] for l in labels])
    if (facts >= 0).any(): total = total + .3 * F.cross_entropy(rel[facts >= 0], facts[facts >= 0])
    tags = net.tags(h)
    target = torch.zeros_like(tags)
    inside = torch.zeros(h.shape[:2])
    for i, t in enumerate(batch):
        for f, e in t['units']: inside[i, f:e] = 1
        for s, name in enumerate(SPANS):
            for f, e in t['spans'][name]: target[i, f:e, s] = 1
    tag = F.binary_cross_entropy_with_logits(tags, target, reduction='none', pos_weight=torch.tensor(1.5))
    total = total + 2 * (tag.sum(2) * inside).sum() / inside.sum()
    cat = torch.tensor([t['category'] for t in batch]); worth = torch.tensor([t['worth'] for t in batch], dtype=torch.float)
    c = net.talk(h, mask)
    if (cat >= 0).any():
        total = total + .8 * F.cross_entropy(c[cat >= 0, :-1], cat[cat >= 0], label_smoothing=.1)
        total = total + .2 * F.binary_cross_entropy_with_logits(c[worth >= 0, -1], worth[worth >= 0])
    return total + time_loss(net, h, sentences, batch)


def time_loss(net, h, sentences, batch):
    """Which times are those of appointments, and when the tasks are due."""
    named = net.means(h, [t['mentions'] for t in batch])
    total, first, mention, n = torch.zeros(()), 0, 0, 0
    for t in batch:
        own = named[mention:mention + len(t['mentions'])]; mention += len(t['mentions'])
        vectors = None
        if t['times']:
            vectors = net.time_vectors(own, sentences[first:first + len(t['units'])], t['times'])
            y = torch.tensor([float(x[2]) for x in t['times']])
            total = total + F.binary_cross_entropy_with_logits(net.time_is_event(vectors), y); n += 1
        for d in t['dues']:
            z = net.due(sentences[first + d['unit']], d, vectors)
            total = total + .5 * (torch.logsumexp(z, 0) - torch.logsumexp(z[torch.tensor(d['right'])], 0)); n += 1
        first += len(t['units'])
    return total / len(batch) if n else total


def question_loss(net, batch):
    h, mask = net.hidden([q['ids'] for q in batch])
    z = net.answer(h) + (mask.unsqueeze(-1) - 1) * 1e4
    blocked = torch.zeros_like(mask)
    for i, q in enumerate(batch): blocked[i, 1:q['from_']] = -1e4
    z = z + blocked.unsqueeze(-1)
    start, end = torch.tensor([q['start'] for q in batch]), torch.tensor([q['end'] for q in batch])
    loss = .5 * (F.cross_entropy(z[..., 0], start) + F.cross_entropy(z[..., 1], end))
    return loss + .3 * F.cross_entropy(net.verdict(h[:, 0]), torch.tensor([q['verdict'] for q in batch]))


def sentence_loss(net, batch):
    own = net.meaning(*net.hidden([s['ids'] for s in batch]))
    teacher = torch.stack([s['teacher'] for s in batch])
    loss = 2 * (1 - (own * teacher).sum(1)).mean()
    questions = [s for s in batch if 'question' in s]
    if len(questions) > 1:
        q = net.meaning(*net.hidden([s['question'] for s in questions]))
        a = own[[i for i, s in enumerate(batch) if 'question' in s]]
        logits = q @ a.T * 15
        loss = loss + .3 * F.cross_entropy(logits, torch.arange(len(questions)))
    return loss


@torch.no_grad()
def teacher_vectors(encoder, items, prefix):
    """The vectors of the encoder before training, without what all have in common."""
    found = torch.zeros(len(items), encoder.config.hidden_size)
    order = sorted(range(len(items)), key=lambda i: len(items[i]['ids']))
    for at in range(0, len(order), 64):
        some = order[at:at + 64]
        ids = [[items[i]['ids'][0]] + prefix + items[i]['ids'][1:] + [2] for i in some]
        n = max(map(len, ids)); x = torch.ones(len(ids), n, dtype=torch.long); m = torch.zeros(len(ids), n)
        for k, row in enumerate(ids): x[k, :len(row)] = torch.tensor(row); m[k, :len(row)] = 1
        h = encoder(input_ids=x, attention_mask=m).last_hidden_state
        found[some] = F.normalize((h * m.unsqueeze(-1)).sum(1) / m.sum(1, keepdim=True), dim=1)
    return F.normalize(found - found.mean(0), dim=1)


@torch.no_grad()
def encoded(net, items):
    """The states of each item, by the encoder as it is now."""
    found = [None] * len(items)
    order = sorted(range(len(items)), key=lambda i: len(items[i]['ids']))
    for at in range(0, len(order), 16):
        some = order[at:at + 16]
        h, _ = net.hidden([items[i]['ids'] for i in some])
        for row, i in enumerate(some): found[i] = h[row, :len(items[i]['ids'])].half()
    return found


def fit_heads(net, talks, subjects, rounds):
    """Fits the heads of talks further, over states that no longer change: it costs little, and they see each talk often."""
    net.eval(); t0 = time.time()
    states, short = encoded(net, talks), encoded(net, subjects)
    print(f'states {time.time() - t0:.0f}s', flush=True); net.train()
    parts = [net.flags, net.relation, net.tag, net.whole, net.time_in, net.time_out, net.due_in, net.due_out, net.undated]
    optimiser = torch.optim.AdamW([p for part in parts for p in part.parameters()], lr=1e-3, weight_decay=.02)
    steps = rounds * math.ceil(len(talks) / 16)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda k: max(.01, 1 - k / steps))
    k = 0
    for _ in range(rounds):
        order = sorted(range(len(talks)), key=lambda i: len(talks[i]['ids']) + rng.random() * 40)
        groups = [order[at:at + 16] for at in range(0, len(order), 16)]; rng.shuffle(groups); sums = []
        for group in groups:
            h = torch.nn.utils.rnn.pad_sequence([states[i].float() for i in group], batch_first=True)
            mask = torch.tensor([[1.] * len(states[i]) + [0.] * (h.shape[1] - len(states[i])) for i in group])
            loss = talk_loss(net, [talks[i] for i in group], None, (h, mask))
            some = rng.sample(range(len(subjects)), 8)
            pooled = torch.stack([short[i].float().mean(0) for i in some])
            loss = loss + .5 * F.cross_entropy(net.whole(net.drop(pooled))[:, :-1], torch.tensor([subjects[i]['category'] for i in some]))
            optimiser.zero_grad(); loss.backward(); optimiser.step(); schedule.step(); sums.append(float(loss.detach())); k += 1
        print(f'heads {time.time() - t0:.0f}s {np.mean(sums):.3f}', flush=True)


def main():
    parser = argparse.ArgumentParser()
    for name in ('examples', 'encoder', 'out'): parser.add_argument(name)
    parser.add_argument('--begin'); parser.add_argument('--heads', type=int, default=8); parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--share', type=float, default=1.); parser.add_argument('--rounds', type=float, default=1.)
    args = parser.parse_args()
    torch.manual_seed(SEED); torch.set_num_threads(args.threads)
    meta = json.load(open(Path(args.examples) / 'meta.json'))
    talks, questions, subjects = (rows(args.examples, n) for n in ('talks', 'questions', 'subjects'))
    for name in ROUNDS: ROUNDS[name] *= args.rounds
    if args.share < 1: talks = rng.sample(talks, int(args.share * len(talks))); questions = rng.sample(questions, int(args.share * len(questions)))
    sentences = [dict(ids=s) for s in rng.sample(rows(args.examples, 'sentences'), SENTENCES)]
    for q in questions:
        for p in q['passages']:
            unit = p['answer'] and next(((f, e) for f, e in p['units'] if f <= p['answer'][0] < e), None)
            if unit: sentences.append(dict(ids=[0] + p['ids'][unit[0]:unit[1]], question=q['question'])); break
    sentences = rng.sample(sentences, int(min(1, ROUNDS['sentence']) * len(sentences)))
    ROUNDS['sentence'] = max(1, ROUNDS['sentence'])
    encoder = BertModel.from_pretrained(args.encoder, add_pooling_layer=False, hidden_dropout_prob=0., attention_probs_dropout_prob=0.)
    original = copy.deepcopy(encoder).eval()
    net = Network(encoder, meta).train()
    if args.begin:
        known, own = torch.load(args.begin), net.state_dict()
        net.load_state_dict({n: v for n, v in known.items() if v.shape == own[n].shape}, strict=False)
    t0 = time.time()
    sentences = sentences if args.rounds else []
    for s, v in zip(sentences, teacher_vectors(original, sentences, meta['prefix'])): s['teacher'] = v
    print(f'teacher {time.time() - t0:.0f}s, {len(talks)} talks, {len(questions)} questions, {len(sentences)} sentences', flush=True)
    for part in [encoder.embeddings, *encoder.encoder.layer[:FROZEN]]: part.requires_grad_(False)
    plan = (epochs(talks, 'talk', packed) + epochs(questions, 'question', question_items)
            + epochs(subjects, 'subject', lambda x: x) + epochs(sentences, 'sentence', lambda x: x))
    rng.shuffle(plan)
    heads = [p for n, p in net.named_parameters() if not n.startswith('encoder.')]
    optimiser = torch.optim.AdamW([{'params': [p for p in encoder.parameters() if p.requires_grad], 'lr': ENCODER_RATE}, {'params': heads, 'lr': HEAD_RATE}], weight_decay=.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda k: min(1, (k + 1) / 150) * max(.02, 1 - k / len(plan)))
    print(len(plan), 'batches', sum(max(len(x['ids']) for x in b) * len(b) for _, b in plan), 'tokens', flush=True)
    sums = {}
    for k, (kind, batch) in enumerate(plan):
        if kind == 'talk': loss = talk_loss(net, batch, meta)
        elif kind == 'question': loss = question_loss(net, batch)
        elif kind == 'sentence': loss = sentence_loss(net, batch)
        else:
            h, mask = net.hidden([x['ids'] for x in batch])
            loss = F.cross_entropy(net.talk(h, mask)[:, :-1], torch.tensor([x['category'] for x in batch]), label_smoothing=.1)
        optimiser.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(net.parameters(), 1.); optimiser.step(); schedule.step()
        sums.setdefault(kind, []).append(float(loss.detach()))
        if (k + 1) % 100 == 0:
            print(f'{k + 1}/{len(plan)} {time.time() - t0:.0f}s', {n: round(float(np.mean(v)), 3) for n, v in sums.items()}, net.seen, flush=True); sums = {}
        if (k + 1) % 500 == 0: torch.save(net.state_dict(), args.out)
    fit_heads(net, talks, subjects, args.heads)
    torch.save(net.state_dict(), args.out)


if __name__ == '__main__': main()
