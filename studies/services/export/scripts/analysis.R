# The primary table of the study, from the tables beside this file, and a mixed model.
#
#   Rscript analysis.R [FOLDER] [OUT.csv]
#
# The unit is the participant. Arms are compared with the reference arm by Welch's t; its
# p comes from shuffling the arms of places within their allocation blocks, people
# following their place; Holm's correction is over the comparisons with the reference.
# The model needs lme4.

N_DRAWS <- 9999
MOST_ENUMERATED <- 10000
LEVEL <- 0.05
TIE <- 1e-9
NOTHING <- 1e-12

arguments <- commandArgs(trailingOnly = TRUE)
own_file <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
folder <- if (length(arguments) >= 1) arguments[1] else dirname(own_file)

read_table <- function(name) {
  path <- file.path(folder, "data", sprintf("description-%s_data.csv", name))
  words <- c(participant = "character", arm = "character")
  header <- names(read.csv(path, nrows = 1, check.names = FALSE))
  read.csv(path, na.strings = "", encoding = "UTF-8", stringsAsFactors = FALSE,
           colClasses = words[names(words) %in% header])
}

study <- read_table("study")
arms <- read_table("arms")
places <- read_table("allocation")
sessions <- read_table("sessions")
concepts <- read_table("concepts")
reference <- arms$arm[arms$is_reference == 1]

measure <- function(pairs) {
  learnt <- sum(pairs$pre == 0 & pairs$post == 1)
  if (study$primary_outcome == "learnt") {
    unknown <- sum(pairs$pre == 0)
    return(if (unknown == 0) NA else learnt / unknown)
  }
  if (study$primary_outcome == "gained") return(learnt / nrow(pairs))
  mean(pairs$post - pairs$pre)
}

answered <- concepts[!is.na(concepts$pre) & !is.na(concepts$post), ]
outcomes <- sapply(split(answered, answered$participant), measure)
people <- sessions[sessions$is_analysed == 1, ]
if (nrow(people) == 0) stop("Nobody has come through the postquiz.")
people$value <- unlist(outcomes[people$participant])
people$out <- people$is_excluded == 1 & people$after_unlocking %in% 0

# Welch's t: 0 where an arm has fewer than two people or nothing differs at all, infinite
# where only the means differ.
welch <- function(first, second) {
  if (length(first) < 2 || length(second) < 2) return(0)
  difference <- mean(first) - mean(second)
  if (abs(difference) < NOTHING) return(0)
  variances <- c(var(first), var(second))
  variances[variances < NOTHING] <- 0
  difference / sqrt(variances[1] / length(first) + variances[2] / length(second))
}

# Equal ones differ by rounding.
is_extreme <- function(t, observed) {
  if (is.infinite(observed)) return(is.infinite(t))
  abs(t) >= abs(observed) - TIE * max(1, abs(observed))
}

enumerate <- function(blocks, is_first) {
  labels <- list(rep(FALSE, length(blocks)))
  for (block in unique(blocks)) {
    at <- which(blocks == block)
    ways <- combn(length(at), sum(is_first[at]), simplify = FALSE)
    labels <- unlist(lapply(labels, function(before) lapply(ways, function(way) {
      before[at[way]] <- TRUE
      before
    })), recursive = FALSE)
  }
  labels
}

test <- function(own, arm) {
  none <- list(t = NA, p = NA, n_draws = 0, note = "too few people to test")
  pool <- places[places$arm %in% c(arm, reference), ]
  own <- own[own$arm %in% c(arm, reference) & own$place %in% pool$place, ]
  if (nrow(own) == 0) return(none)
  is_first <- pool$arm == arm
  at_place <- match(own$place, pool$place)
  statistic <- function(labels) {
    at_first <- labels[at_place]
    welch(own$value[at_first], own$value[!at_first])
  }
  observed <- statistic(is_first)
  members <- split(seq_along(is_first), pool$block)
  n_shuffles <- prod(sapply(members, function(at) choose(length(at), sum(is_first[at]))))
  if (n_shuffles > MOST_ENUMERATED) {
    t <- replicate(N_DRAWS, {
      labels <- is_first
      for (at in members) labels[at] <- is_first[at][sample.int(length(at))]
      statistic(labels)
    })
    p <- (1 + sum(is_extreme(t, observed))) / (1 + N_DRAWS)
    return(list(t = observed, p = p, n_draws = N_DRAWS, note = ""))
  }
  t <- sapply(enumerate(pool$block, is_first), statistic)
  if (mean(is_extreme(t, max(abs(t)))) > LEVEL) {
    none$t <- observed
    return(none)
  }
  list(t = observed, p = mean(is_extreme(t, observed)), n_draws = 0, note = "")
}

analyse <- function(own, population) {
  defined <- own[!is.na(own$value), ]
  centre <- mean(defined$value[defined$arm == reference])
  rows <- do.call(rbind, lapply(arms$arm, function(arm) {
    values <- own$value[own$arm == arm]
    row <- data.frame(
      population = population, arm = arm, n = sum(!is.na(values)),
      n_undefined = sum(is.na(values)), mean = mean(values, na.rm = TRUE),
      difference = NA, t = NA, p_permutation = NA, n_draws = NA, p_holm = NA, note = ""
    )
    if (arm != reference) {
      result <- test(defined, arm)
      row$difference <- row$mean - centre
      row$t <- result$t
      row$p_permutation <- result$p
      row$n_draws <- result$n_draws
      row$note <- result$note
    }
    row
  }))
  others <- rows$arm != reference
  p <- rows$p_permutation[others]
  rows$p_holm[others] <- p.adjust(ifelse(is.na(p), 1, p), method = "holm")
  rows
}

set.seed(strtoi(substr(paste0("0", study$fingerprint), 1, 7), base = 16))
table <- rbind(
  analyse(people, "everybody"),
  analyse(people[!people$out, ], "without exclusions")
)
cat(sprintf("Primary outcome: %s. Reference arm: %s.\n", study$primary_outcome, reference))
print(table, digits = 4, row.names = FALSE)
if (length(arguments) >= 2) {
  exact <- table
  numbers <- sapply(exact, is.double)
  exact[numbers] <- lapply(exact[numbers], function(column)
    ifelse(is.na(column), NA, format(column, digits = 17, trim = TRUE)))
  write.csv(exact, arguments[2], row.names = FALSE, na = "", fileEncoding = "UTF-8")
}

# Of the concepts wrong at prequiz, which are right at postquiz. The likelihood-ratio
# test: Wald's z alarms twice as often with few people.
cat("\nMixed model over concepts wrong at prequiz\n")
if (!requireNamespace("lme4", quietly = TRUE)) {
  cat("lme4 is not installed.\n")
} else {
  pairs <- answered[answered$participant %in% people$participant, ]
  pairs$arm <- relevel(factor(pairs$arm), ref = reference)
  fitted <- tryCatch({
    full <- lme4::glmer(post ~ arm + (1 | participant) + (1 | concept), data = pairs,
                        subset = pre == 0, family = binomial)
    list(full = full, null = update(full, . ~ . - arm))
  }, error = function(problem) {
    cat("The model cannot be fitted:", conditionMessage(problem), "\n")
    NULL
  })
  if (!is.null(fitted)) {
    print(round(summary(fitted$full)$coefficients[, 1:2], 4))
    ratio <- anova(fitted$null, fitted$full)
    cat(sprintf("Likelihood-ratio test of the arm: chi-square = %.4f, df = %d, p = %.4f\n",
                ratio$Chisq[2], ratio$Df[2], ratio[["Pr(>Chisq)"]][2]))
  }
}
