"""The network: one encoder, and the heads that read its states. The service computes the heads from `heads.json`."""
import torch
import torch.nn as nn
import torch.nn.functional as F

FLAGS = ['task', 'event', 'fact', 'own', 'over', 'user', 'speaker', 'other']
SPANS = ['task', 'event', 'fact', 'name', 'what', 'value', 'title']
TIME = 96
FAR = 8


def distance_features(far):
    """Sentences from a task to a time: same, before or after, and how far."""
    return [float(far == 0), float(far < 0), float(far > 0), min(abs(far), FAR) / FAR]


class Network(nn.Module):
    def __init__(self, encoder, meta):
        super().__init__()
        self.encoder, size = encoder, encoder.config.hidden_size
        self.flags = nn.Linear(size, len(FLAGS) + len(meta['acts']) + 1)
        self.relation = nn.Linear(size, len(meta['relations']))
        self.tag = nn.Linear(size, len(SPANS))
        self.whole = nn.Linear(size, len(meta['categories']) + 1)
        self.span, self.judge = nn.Linear(size, 2), nn.Linear(size, 3)
        self.sense = nn.Linear(size, size, bias=False)
        self.time_in, self.time_out = nn.Linear(2 * size + 2, TIME), nn.Linear(TIME, 1)
        self.due_in, self.due_out = nn.Linear(3 * size + 6, TIME), nn.Linear(TIME, 1)
        self.undated = nn.Linear(size, 2)
        nn.init.eye_(self.sense.weight)
        self.drop = nn.Dropout(.1)

    def hidden(self, rows):
        n = max(map(len, rows))
        ids, mask = torch.ones(len(rows), n, dtype=torch.long), torch.zeros(len(rows), n)
        for i, row in enumerate(rows): ids[i, :len(row)] = torch.tensor(row); mask[i, :len(row)] = 1
        return self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state, mask

    def units(self, h, ranges):
        u = self.drop(torch.stack([h[i, f:e].mean(0) for i, some in enumerate(ranges) for f, e in some]))
        return self.flags(u), self.relation(u)

    def tags(self, h): return self.tag(self.drop(h))

    def pooled(self, h, mask): return (h * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)

    def talk(self, h, mask): return self.whole(self.drop(self.pooled(h, mask)))

    def meaning(self, h, mask): return F.normalize(self.sense(self.pooled(h, mask)), dim=1)

    def answer(self, h): return self.span(self.drop(h))

    def verdict(self, first): return self.judge(self.drop(first))

    def time_vectors(self, h, talk):
        named = [h[f:e].mean(0) for f, e in talk['mentions']]
        none = torch.zeros(h.shape[-1])
        return torch.stack([torch.cat([named[d] if d >= 0 else none, named[o] if o >= 0 else none, torch.tensor([float(d >= 0), float(o >= 0)])])
                            for d, o, _ in talk['times']]) if talk['times'] else torch.zeros(0, 2 * h.shape[-1] + 2)

    def time_is_event(self, vectors): return self.time_out(F.relu(self.time_in(self.drop(vectors)))).squeeze(1)

    def due(self, h, talk, due, vectors):
        f, e = talk['units'][due['unit']]
        u = h[f:e].mean(0)
        none = self.undated(u)
        if not due['options']: return none
        rows = torch.stack([torch.cat([u, vectors[at], torch.tensor(distance_features(far))]) for at, far in due['options']])
        return torch.cat([none, self.due_out(F.relu(self.due_in(self.drop(rows)))).squeeze(1)])
