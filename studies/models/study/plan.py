"""What a study wants to find out, and how it will tell."""

from django.db import models

from studies.models.study.choices import PrimaryOutcome, PrimaryTest


class Plan(models.Model):
    """What is registered before the first person comes."""

    hypothesis = models.TextField(blank=True)
    primary_outcome = models.CharField(
        max_length=10, choices=PrimaryOutcome, default=PrimaryOutcome.LEARNT
    )
    primary_test = models.CharField(
        max_length=10, choices=PrimaryTest, default=PrimaryTest.WELCH
    )
    reference_arm = models.CharField(
        max_length=50, blank=True, help_text="The arm that others are compared with."
    )
    exclusion_rules = models.JSONField(
        default=dict, blank=True, help_text="Thresholds by the name of their rule."
    )
    stopping_rule = models.TextField(blank=True)
    n_planned_looks = models.PositiveSmallIntegerField(
        default=0, help_text="How often results are looked at before the end."
    )
    equivalence_margin = models.FloatField(
        null=True,
        blank=True,
        help_text="A smaller difference, as a share, is as good as none.",
    )
    preregistration_url = models.CharField(max_length=500, blank=True)

    class Meta:
        abstract = True
